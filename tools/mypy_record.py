"""A mypy plugin: in a record, `i16` stands for int, `i16[8]` for a list of ints."""

from collections.abc import Callable

from mypy.plugin import AnalyzeTypeContext, Plugin
from mypy.types import RawExpressionType, Type

NUMBERS = {f"gemtable.kit.record.{name}": "builtins.int" for name in ("i8", "i16", "i32", "i64")}


class RecordPlugin(Plugin):
    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        number = NUMBERS.get(fullname)
        return (lambda context: _read(context, number)) if number else None


def _read(context: AnalyzeTypeContext, number: str) -> Type:
    value = context.api.named_type(number, [])
    # `i16[8]` arrives as a raw expression, `i16[SEATS]` as a name: either way one entry.
    if len(context.type.args) == 1:
        return context.api.named_type("builtins.list", [value])
    if any(isinstance(arg, RawExpressionType) for arg in context.type.args):
        context.api.fail("a field has one length, as in i16[8]", context.context)
    return value


def plugin(version: str) -> type[Plugin]:
    return RecordPlugin
