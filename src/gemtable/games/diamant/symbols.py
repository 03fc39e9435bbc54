"""The symbols of Diamant's pictures, drawn by hand: flat facets, lit from above on the left."""

SYMBOLS = """
<symbol id="dm-ruby" viewBox="0 0 64 64"><path fill="#c01a48" d="M32 3 57 17.5V46.5L32 61 7 46.5V17.5Z"/>
<path fill="#ff99ad" d="M32 3 44.5 24.8H19.5Z"/>
<path fill="#ff5c7e" d="M32 3 19.5 24.8 7 17.5Z"/><path fill="#e5335f" d="M32 3 57 17.5 44.5 24.8ZM7 17.5 19.5 24.8V39.2L7 46.5Z"/>
<path fill="#ae1642" d="M57 17.5V46.5L44.5 39.2V24.8Z"/><path fill="#8b0e36" d="M57 46.5 32 61 44.5 39.2ZM32 61 19.5 39.2H44.5Z"/>
<path fill="#97113a" d="M32 61 7 46.5 19.5 39.2Z"/><path fill="#ea3a64" d="M32 17.5 44.5 24.8V39.2L32 46.5 19.5 39.2V24.8Z"/>
<path fill="#ff879f" d="M32 17.5V32L19.5 24.8ZM32 46.5V32L44.5 39.2Z"/><path fill="#c81c4b" d="M32 17.5 44.5 24.8 32 32Z"/>
<path fill="#fff" d="M20 9.5 21.2 15.8 27.5 17 21.2 18.2 20 24.5 18.8 18.2 12.5 17 18.8 15.8Z"/>
<path fill="none" stroke="#fff" stroke-opacity=".3" d="M32 3 57 17.5V46.5L32 61 7 46.5V17.5Z"/></symbol>
<symbol id="dm-pebble" viewBox="0 0 64 64"><path fill="#191622" d="M32 3 57 17.5V46.5L32 61 7 46.5V17.5Z"/>
<path fill="#4a4350" d="M32 3 44.5 24.8 19.5 24.8 7 17.5Z"/>
<path fill="#352f3d" d="M32 17.5 44.5 24.8V39.2L32 46.5 19.5 39.2V24.8Z"/></symbol>
<symbol id="dm-spider" viewBox="0 0 80 80"><path stroke="#9da3c9" opacity=".5" fill="none"
d="M4 4 40 34M40 0V30M76 4 40 34M16 0Q24 12 40 12 56 12 64 0M4 10Q20 24 40 23 60 24 76 10"/>
<path stroke="#0b0710" stroke-width="7" stroke-linecap="round" fill="none"
d="M34 44 18 32 8 42M33 49 14 46 6 60M34 54 18 60 15 74M36 57 28 68 30 77M46 44 62 32 72 42M47 49 66 46 74 60M46 54 62 60 65 74M44 57
52 68 50 77"/>
<path stroke="#c9485a" stroke-width="3.6" stroke-linecap="round" fill="none"
d="M34 44 18 32 8 42M33 49 14 46 6 60M34 54 18 60 15 74M36 57 28 68 30 77M46 44 62 32 72 42M47 49 66 46 74 60M46 54 62 60 65 74M44 57
52 68 50 77"/>
<path fill="#7c1f35" d="M40 20 55 31 54 46 40 52 26 46 25 31Z"/><path fill="#c9364f" d="M40 20 25 31 32 38 40 30Z"/>
<path fill="#e2566a" d="M40 20 55 31 48 38 40 30Z"/><path fill="#9d2840" d="M40 30 48 38 40 52 32 38Z"/>
<path fill="#ffb454" d="M40 33 44 38 40 45 36 38Z"/>
<path fill="#5c1428" d="M31 50 40 47 49 50 48 60 40 65 32 60Z"/>
<g fill="#ffe692"><circle cx="36" cy="56" r="2.7"/><circle cx="44" cy="56" r="2.7"/><circle cx="33.5" cy="52.5" r="1.4"/>
<circle cx="46.5" cy="52.5" r="1.4"/></g>
<path d="M37.5 62 36 68M42.5 62 44 68" stroke="#ffd9d0" stroke-width="2.2" stroke-linecap="round"/></symbol>
<symbol id="dm-snake" viewBox="0 0 80 80"><g fill="none" stroke-linecap="round">
<path stroke="#06140f" stroke-width="17" d="M8 70Q24 79 42 74 66 70 66 58 66 48 46 50 24 52 25 42 26 34 38 34"/>
<path stroke="#1e9b66" stroke-width="12.5" d="M8 70Q24 79 42 74 66 70 66 58 66 48 46 50 24 52 25 42 26 34 38 34"/></g>
<path d="M8 69Q24 78 42 73 65 68 65 58 65 49 46 51" fill="none" stroke="#d9f07a" stroke-width="5" stroke-dasharray="5 6"/>
<path d="M38 34Q25 34 25 42 25 50 40 50.5" fill="none" stroke="#d9f07a" stroke-width="4" stroke-dasharray="4 6"/>
<path fill="#06140f" d="M34 40C22 26 26 6 46 4 66 4 74 22 64 36L50 42Z"/>
<path fill="#17804f" d="M36 38C26 26 30 9 47 7 62 8 69 22 61 34L50 39Z"/>
<path fill="#2cc585" d="M36 38C26 26 30 9 47 7 42 16 42 28 48 39Z"/><path fill="#72e6b0" d="M47 7C38 9 31 18 32 28 36 18 40 12 47 7Z"/>
<path fill="#06140f" d="M37 20 46 24 40 28ZM62 20 53 24 59 28Z"/>
<path fill="#ffe692" d="M38 21.5 44.5 24 40 26.5ZM61 21.5 54.5 24 59 26.5Z"/>
<path d="M50 34V45M50 45 45 52M50 45 55 51" stroke="#ff6b5e" stroke-width="3" stroke-linecap="round"/>
<path fill="#fff" d="M44 34 46.5 41 48.5 34.5ZM56 33 54 40 51.5 34.5Z"/></symbol>
<symbol id="dm-lava" viewBox="0 0 80 80"><path fill="#2b1720" d="M0 80 6 44 20 34 30 46 40 80ZM80 80 76 40 62 30 52 46 40 80Z"/>
<path fill="#4a2830" d="M6 44 20 34 16 60ZM76 40 62 30 64 58Z"/>
<path fill="#d9411e" d="M33 4H47L50 22 58 40 66 62 72 80H8L16 60 24 42 31 22Z"/>
<path fill="#ff7a2b" d="M35 4H45L46 24 52 42 58 60 61 80H20L24 60 30 42 34 24Z"/>
<path fill="#ffb83d" d="M37 4H43V26L47 44 49 62 50 80H31L32 62 35 44 38 26Z"/>
<path fill="#fff0b0" d="M39 4H41.5V30L43 50V80H37L38 50Z"/><circle cx="14" cy="26" r="4.5" fill="#ff7a2b"/>
<circle cx="66" cy="18" r="5.5" fill="#ff7a2b"/>
<g fill="#ffd98a"><circle cx="13" cy="25" r="2"/><circle cx="65" cy="17" r="2.5"/><circle cx="22" cy="10" r="2.6"/>
<circle cx="58" cy="6" r="2.2"/></g>
<path fill="#7a1d10" d="M0 80 10 68 22 74 32 66 46 75 58 67 70 74 80 68V80Z"/>
<path fill="#ff8a35" d="M8 80 20 77 32 71 46 79 58 72 72 80Z"/></symbol>
<symbol id="dm-boulder" viewBox="0 0 80 80"><path d="M6 74H74" stroke="#05060c" stroke-width="6" stroke-linecap="round" opacity=".5"/>
<path d="M3 20 14 27M2 36 11 39M10 6 20 17" stroke="#cfc8dd" stroke-width="3" stroke-linecap="round"/>
<path fill="#3b3a58" d="M46 8 66 16 77 36 73 58 56 73 34 73 18 60 14 38 26 16Z"/><path fill="#c9c3d6" d="M46 8 26 16 34 26 48 22Z"/>
<path fill="#a8a2bd" d="M26 16 14 38 26 44 34 26Z"/><path fill="#8b86a8" d="M46 8 66 16 60 30 48 22Z"/>
<path fill="#8f8aaa" d="M34 26 48 22 60 30 56 48 38 52 26 44Z"/><path fill="#5d5a7c" d="M66 16 77 36 60 30ZM60 30 77 36 73 58 56 48Z"/>
<path fill="#6f6b8e" d="M14 38 26 44 38 52 34 73 18 60ZM4 74 8 66 15 74ZM66 76 71 69 78 76Z"/>
<path fill="#4a4869" d="M38 52 56 48 73 58 56 73 34 73Z"/>
<path d="M36 28 43 36 39 44 47 50M43 36 52 34" fill="none" stroke="#26253e" stroke-width="2.5" stroke-linecap="round"/></symbol>
<symbol id="dm-log" viewBox="0 0 80 80"><path d="M18 0V34M62 0V34" stroke="#8d7146" stroke-width="4"/>
<path d="M18 0V34M62 0V34" stroke="#d7b878" stroke-width="1.6" stroke-dasharray="4 4"/>
<path fill="#2a1408" d="M6 28H62A12 21 0 0 1 62 72H6L0 66 5 58 0 50 5 42 0 34Z"/>
<path fill="#8a4d20" d="M6 31H60V69H6L3 65 8 58 3 50 8 42 3 35Z"/>
<path fill="#b5702f" d="M6 31H60V42H8L3 35Z"/><path fill="#d99a50" d="M8 33H58V36H6Z"/><path fill="#5e3112" d="M3 65 8 58H60V69H6Z"/>
<path d="M14 47H32M40 51H52M20 62H44" stroke="#3c1d0a" stroke-width="2.4" stroke-linecap="round"/>
<ellipse cx="62" cy="50" rx="12" ry="20" fill="#e6b873"/><ellipse cx="62" cy="50" rx="9" ry="15.5" fill="#c68a45"/>
<ellipse cx="62" cy="50" rx="5.8" ry="10.5" fill="#e6b873"/><ellipse cx="62" cy="50" rx="2.6" ry="5" fill="#8a4d20"/>
<path stroke="#d7b878" stroke-width="4" d="M14 30V70M22 30V70"/>
<path fill="#c9c3d6" d="M76 36 80 30 72 34ZM78 50 80 45V55ZM76 64 80 70 72 66Z"/></symbol>
<symbol id="dm-relic" viewBox="0 0 80 80"><circle cx="40" cy="38" r="33" fill="#ffd98a" opacity=".16"/>
<circle cx="40" cy="38" r="25" fill="#ffd98a" opacity=".16"/>
<path fill="#7a4a08" d="M22 66H58L62 76H18Z"/><path fill="#e9a52a" d="M22 66H40V76H18Z"/>
<path fill="#b06f10" d="M16 10 30 18H50L64 10 66 34 60 56 50 66H30L20 56 14 34Z"/><path fill="#ffd45e" d="M16 10 30 18 26 34 14 34Z"/>
<path fill="#e9a52a" d="M64 10 50 18 54 34 66 34Z"/><path fill="#ffe692" d="M30 18H40V30L26 34Z"/>
<path fill="#f5bd3f" d="M50 18H40V30L54 34Z"/>
<path fill="#d98f1c" d="M14 34 26 34 32 50 30 66 20 56Z"/><path fill="#a8640c" d="M66 34 54 34 48 50 50 66 60 56Z"/>
<path fill="#ffdf85" d="M32 50 40 46 40 66H30Z"/><path fill="#e0a02c" d="M48 50 40 46V66H50Z"/>
<path d="M33 54 40 57 47 54M34 60 40 63 46 60" stroke="#8a5208" stroke-width="1.6" fill="none"/>
<circle cx="28.5" cy="34" r="9" fill="#5a3204"/><circle cx="51.5" cy="34" r="9" fill="#5a3204"/>
<path fill="#7bd5c4" d="M28.5 26.5 35 31V37.5L28.5 41.5 22 37.5V31ZM51.5 26.5 58 31V37.5L51.5 41.5 45 37.5V31Z"/>
<path fill="#d9fff6" d="M28.5 26.5 22 31 28.5 34ZM51.5 26.5 45 31 51.5 34Z"/>
<path fill="#1b6b61" d="M28.5 34 35 37.5 28.5 41.5ZM51.5 34 58 37.5 51.5 41.5Z"/>
<path fill="#5a3204" d="M40 38 45 44 40 52 35 44Z"/><path fill="#fff3c4" d="M40 40 42.5 44 40 48Z"/></symbol>
<symbol id="dm-chest" viewBox="0 0 64 52"><ellipse cx="32" cy="48" rx="28" ry="4" fill="#05060c" opacity=".5"/>
<path fill="#3a1d0c" d="M4 25C4 10 12 3 20 3H44C52 3 60 10 60 25V44L56 49H8L4 44Z"/>
<path fill="#9b5a26" d="M7 25H57V43L54 46H10L7 43Z"/>
<path fill="#7a421a" d="M7 34H57V43L54 46H10L7 43Z"/><path fill="#b06a2c" d="M7 23C7 12 14 6 20 6H44C50 6 57 12 57 23Z"/>
<path fill="#d08a42" d="M10 15C13 8 17 6 20 6H44C47 6 51 8 54 15Z"/>
<path fill="#d9a441" d="M12 7 18 5V47H12ZM46 5 52 7V47H46ZM26 19H38V34L32 38 26 34Z"/>
<path fill="#ffdf85" d="M12 7 14 6V47H12ZM46 5 48 6V47H46ZM26 19H32V38L26 34Z"/>
<path fill="#3a1d0c" d="M32 24A2.6 2.6 0 0 1 33.3 28.8L34 32H30L30.7 28.8A2.6 2.6 0 0 1 32 24Z"/></symbol>
<symbol id="dm-open" viewBox="0 0 64 52"><ellipse cx="32" cy="48" rx="28" ry="4" fill="#05060c" opacity=".5"/>
<path fill="#3a1d0c" d="M5 22 9 2H55L59 22Z"/>
<path fill="#6b3815" d="M8 21 11.5 4.5H52.5L56 21Z"/><path fill="#d9a441" d="M14 4H19L17 22H11ZM45 4H50L53 22H47Z"/>
<path fill="#1b0d05" d="M5 22H59V28H5Z"/>
<use href="#dm-ruby" x="9" y="11" width="17" height="17"/><use href="#dm-ruby" x="23" y="8" width="19" height="19"/>
<use href="#dm-ruby" x="39" y="11" width="16" height="16"/>
<path fill="#3a1d0c" d="M4 26H60V44L56 49H8L4 44Z"/><path fill="#9b5a26" d="M7 27H57V43L54 46H10L7 43Z"/>
<path fill="#7a421a" d="M7 35H57V43L54 46H10L7 43Z"/>
<path fill="#d9a441" d="M12 26H18V47H12ZM46 26H52V47H46ZM27 26H37V35L32 38 27 35Z"/></symbol>
<symbol id="dm-barred" viewBox="0 -3 40 45"><path fill="#4a4f78" d="M0 41V18A20 20 0 0 1 40 18V41Z"/>
<path fill="#0a0b16" d="M6 41V19A14 14 0 0 1 34 19V41Z"/>
<path stroke="#2a1408" stroke-width="8" d="M3 15 37 33M37 15 3 33"/><path stroke="#b5702f" stroke-width="5.5" d="M3 15 37 33"/>
<path stroke="#d08a42" stroke-width="5.5" d="M37 15 3 33"/><circle cx="20" cy="24" r="2" fill="#2a1408"/></symbol>
<symbol id="dm-lit" viewBox="0 -3 40 45"><path fill="#8b86a8" d="M0 41V18A20 20 0 0 1 40 18V41Z"/>
<path fill="#c9c3d6" d="M0 41V18A20 20 0 0 1 20 -2V5A14 14 0 0 0 6 19V41Z"/>
<path fill="#ffb454" d="M6 41V19A14 14 0 0 1 34 19V41Z"/><path fill="#fff0b8" d="M11 41V24A9 9 0 0 1 29 24V41Z"/>
<path fill="#d9772b" d="M15 41V29A5 5 0 0 1 25 29V41Z"/></symbol>
<symbol id="dm-ahead" viewBox="0 -3 40 45"><path fill="#3a3f63" d="M0 41V18A20 20 0 0 1 40 18V41Z"/>
<path fill="#11132a" d="M6 41V19A14 14 0 0 1 34 19V41Z"/></symbol>
<symbol id="dm-flame" viewBox="0 0 20 27"><path fill="#d9772b" d="M10 0C13 6 19 9 19 17A9 9 0 0 1 1 17C1 11 5 10 6 5 8 7 9 4 10 0Z"/>
<path fill="#ffb454" d="M10 6C12 10 16 12 16 18A6 6 0 0 1 4 18C4 14 7 13 7.5 10 9 11 10 9 10 6Z"/>
<path fill="#fff0b8" d="M10 13C11.5 15 13 16 13 19A3 3 0 0 1 7 19C7 17 9 16 10 13Z"/></symbol>
<symbol id="dm-torch" viewBox="0 0 30 70"><path fill="#2a1408" d="M10 34H20L17 70H13Z"/><path fill="#8a4d20" d="M11 36H15V68H13.5Z"/>
<path fill="#6f6b8e" d="M7 32H23L21 40H9Z"/><path fill="#a8a2bd" d="M7 32H15V40H9Z"/>
<use href="#dm-flame" x="3" y="0" width="24" height="34"/></symbol>
<symbol id="dm-fire" viewBox="0 0 40 34"><path stroke="#5e3112" stroke-width="5" stroke-linecap="round" d="M6 30 34 25M6 25 34 30"/>
<use href="#dm-flame" x="9" y="0" width="22" height="28"/></symbol>
<symbol id="dm-shelter" viewBox="0 0 86 66"><path fill="#33477a" d="M32 0 0 66H66Z"/><path fill="#24345f" d="M32 0 66 66H86Z"/>
<path fill="#ffb454" d="M32 24 20 66H44Z"/></symbol>
<symbol id="dm-moon" viewBox="0 0 48 48"><circle cx="24" cy="24" r="24" fill="#f4ecd8"/>
<g fill="#d6cdb8"><circle cx="17" cy="18" r="5"/><circle cx="31" cy="31" r="6"/></g></symbol>
<symbol id="dm-hills" viewBox="0 0 360 244"><path fill="#151636" d="M0 50 70 0 130 60 190 12 330 110V244H0Z"/>
<path fill="#14142c" d="M0 146 150 122 360 150V244H0Z"/></symbol>
<symbol id="dm-floor" viewBox="0 0 980 70"><path fill="#2c2438" d="M0 18 114 2 394 14 654 0 980 12V70H0Z"/></symbol>
<symbol id="dm-tent" viewBox="0 0 24 24"><path fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"
stroke-linejoin="round"
d="M3 20 12 4 21 20H15L12 14 9 20Z"/></symbol>
<symbol id="dm-arrow" viewBox="0 0 24 24"><path fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" d="M4
12H19M13 6 19 12 13 18"/></symbol>
<symbol id="dm-tick" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11" fill="#f4ecd8" stroke="#0e1020" stroke-width="2"/>
<path fill="none" stroke="#0e1020" stroke-width="2.6" stroke-linecap="round" d="M7 12.5 10.5 16 17 8.5"/></symbol>
<symbol id="dm-dots" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11" fill="#ffb454" stroke="#0e1020" stroke-width="2"/>
<g fill="#0e1020"><circle cx="7" cy="12" r="1.8"/><circle cx="12" cy="12" r="1.8"/><circle cx="17" cy="12" r="1.8"/></g></symbol>
<symbol id="dm-star" viewBox="0 0 24 24"><path fill="#ffb454" stroke="#0e1020" stroke-width="1.5"
d="M12 1 15.2 8.3 23 9 17.1 14.2 18.9 22 12 17.9 5.1 22 6.9 14.2 1 9 8.8 8.3Z"/></symbol>
"""

# An explorer is a cloak, a head and a torch; what is worn on the head tells them apart. One for each seat.
CLOAK = """<ellipse cx="32" cy="92" rx="20" ry="3.5" fill="#05060c" opacity=".55"/>
<path fill="#15172a" d="M22 84h8v8h-9zM35 84h8l1 8h-9z"/>
<path fill="{cloth}" d="M32 42C21 42 16 58 13 86L32 89Z"/><path fill="{shade}" d="M32 42C43 42 48 58 51 86L32 89Z"/>
<path fill="{light}" d="M24 48 32 60 40 48 36 44H28Z"/><path fill="#fff" opacity=".16" d="M26 45C20 52 18 66 17 80L13 86C16 60 21 46 26
45Z"/>"""
HEAD = """<circle cx="32" cy="32" r="12.5" fill="{skin}"/><path d="M32 19.5A12.5 12.5 0 0 1 32 44.5 15 15 0 0 0 32 19.5Z"
fill="#7a3d1c" opacity=".22"/>
<circle cx="27.5" cy="32" r="1.8" fill="#1a1020"/><circle cx="36.5" cy="32" r="1.8" fill="#1a1020"/>
<path d="M28.5 37.5Q32 40.5 35.5 37.5" fill="none" stroke="#5b2a18" stroke-width="1.6" stroke-linecap="round"/>
<circle cx="24.5" cy="36" r="2.2" fill="#e5345e" opacity=".28"/><circle cx="39.5" cy="36" r="2.2" fill="#e5345e" opacity=".28"/>"""
ARM = """<path d="M47 66 55 44" stroke="#7a4a22" stroke-width="3.5" stroke-linecap="round"/>
<path d="M40 62Q46 66 50 60" stroke="{skin}" stroke-width="5" stroke-linecap="round" fill="none"/>
<use href="#dm-flame" x="46" y="20" width="20" height="27"/>"""

EXPLORERS = (
    # hood
    ("#e5345e", "#a81c45", "#ff8ea6", "#f3c79f", """<path fill="#e5345e" d="M30 5C15 12 14 32 18 46 17 34 22 22 32 21 42 22 47 34 46 46
50 32 48 15 30 5Z"/>
<path fill="#ff8ea6" d="M30 5C20 10 16 22 16.5 34 19 24 23 14 30 5Z"/><path fill="#6b3a1e" d="M22 27Q26 20 33 22 27 23 24 30Z"/>"""),
    # hat and beard
    ("#27c281", "#0f7f52", "#9af0c8", "#eebd97", """<path fill="#eceaf4"
d="M19.5 33C20 47 27 53 32 53 37 53 44 47 44.5 33 42 37 38 36.5 36 36Q32 34.5 28 36C26 36.5 22 37 19.5 33Z"/>
<path d="M29 39.5Q32 41.5 35 39.5" stroke="#8b6b78" stroke-width="1.6" fill="none"/>
<path fill="#0b5f3e" d="M7 25Q32 14 57 25 46 29 32 28 18 29 7 25Z"/>
<path fill="#17a772" d="M20 23Q21 8 29 8 32 11 36 8 43 9 44 23 32 19 20 23Z"/>
<path fill="#ffc83d" d="M20 23 20.5 19Q32 15 43.5 19L44 23Q32 19 20 23Z"/>"""),
    # aerial
    ("#5c95ff", "#2a49b8", "#c4d8ff", "#9fb0dd", """<path d="M32 18V8" stroke="#9fb0dd" stroke-width="2.5"/>
<circle cx="32" cy="7" r="3.6" fill="#ffb454"/>
<rect x="17" y="17" width="30" height="27" rx="7" fill="#9fb0dd"/>
<path d="M32 17H40A7 7 0 0 1 47 24V37A7 7 0 0 1 40 44H32Z" fill="#6c7db3"/>
<rect x="21" y="25" width="22" height="10" rx="5" fill="#10142c"/><circle cx="27.5" cy="30" r="2.8" fill="#7bd5ff"/>
<circle cx="36.5" cy="30" r="2.8" fill="#7bd5ff"/>
<path d="M27 39.5H37" stroke="#10142c" stroke-width="2" stroke-linecap="round"/>
<rect x="13.5" y="26" width="4" height="9" rx="2" fill="#5c95ff"/>"""),
    # helmet
    ("#ffc83d", "#c07c10", "#fff0b0", "#e9b78f", """<path fill="#b56c12" d="M17 27Q32 21 48 27L49 30Q32 24 15 30Z"/>
<path fill="#f5a81c" d="M18 27C18 12 26 9 32 9 38 9 46 12 46 27Q32 21 18 27Z"/>
<path fill="#ffe692" d="M20 24C20 15 25 11 30 10 26 14 24 18 24 22.5Z"/>
<circle cx="32" cy="17.5" r="5" fill="#4a3208"/><circle cx="32" cy="17.5" r="3.5" fill="#fffbe0"/>"""),
    # circlet
    ("#a66bff", "#6a35c4", "#dcc5ff", "#f6cfae", """<path fill="#5a2f14"
d="M18.5 30C14 42 14 50 17 57L22 55C19 48 20 42 20 34ZM45.5 30C50 42 50 50 47 57L42 55C45 48 44 42 44 34Z"/>
<path fill="#7a431f" d="M18.5 32C17 20 24 15 32 15 40 15 47 20 45.5 32 43 25 38 22.5 32 22.5 26 22.5 21 25 18.5 32Z"/>
<path fill="#a66bff" d="M19 27.5Q32 17.5 45 27.5L45.6 23.5Q32 13.5 18.4 23.5Z"/>
<path fill="#d6bcff" d="M32 14 35 18.5 32 22.5 29 18.5Z"/>"""),
    # beret and glasses
    ("#2fb7c9", "#12707f", "#b5f0f7", "#c98f63", """<path fill="#2a1a14"
d="M19 33C18 22 25 17 33 18 40 18 46 23 45 33 42 27 38 24 31 25 25 25.5 21 28 19 33Z"/>
<path fill="#12707f" d="M14 22C14 12 28 7 40 10 52 13 54 21 46 24 36 20 25 20 14 22Z"/>
<path fill="#2fb7c9" d="M16 20C18 12 30 9 40 11.5 46 13 49 17 48 19 38 15 26 15.5 16 20Z"/>
<path stroke="#12707f" stroke-width="3" stroke-linecap="round" d="M33 9 35 4"/>
<g fill="#fff" fill-opacity=".28" stroke="#fff3d6" stroke-width="1.8"><circle cx="26.5" cy="32.5" r="5"/>
<circle cx="37.5" cy="32.5" r="5"/></g>"""),
    # bandana
    ("#e9e4f0", "#9d98b5", "#ffffff", "#8d5a3b", """<path fill="#c22a4e" d="M18.5 30C17 18 25 14 32 14 39 14 47 18 45.5 30Q32 21 18.5
30Z"/>
<path fill="#e5345e" d="M18.5 30C17 18 25 14 32 14 28 18 26 22 25.5 25.5 21.5 27 20 28 18.5 30Z"/>
<path fill="#c22a4e" d="M45 26 56 24 52 30 55 36 45 30Z"/>
<g fill="#fff"><circle cx="26" cy="19.5" r="1.6"/><circle cx="33" cy="18" r="1.6"/><circle cx="40" cy="20.5" r="1.6"/></g>
<path fill="#2a1510" d="M32 35.5C28 33.5 24 36 22.5 39.5 26 39.5 30 39 32 37.5 34 39 38 39.5 41.5 39.5 40 36 36 33.5 32 35.5Z"/>"""),
    # ears
    ("#7c86b8", "#464e7a", "#c9cff0", "#e98f3a", """<path fill="#c26a20" d="M18 30 16 9 29 19ZM46 30 48 9 35 19Z"/>
<path fill="#ffb98a" d="M20 24 18.8 14 26 19.5ZM44 24 45.2 14 38 19.5Z"/><circle cx="32" cy="31" r="15" fill="#e98f3a"/>
<path fill="#c26a20" d="M30.5 16H33.5L32.5 23H31.5ZM25 17.5 27.5 16.7 28.5 22ZM39 17.5 36.5 16.7 35.5 22Z"/>
<path fill="#fff3e2" d="M32 33C40 33 43 38 40 42.5Q32 48 24 42.5C21 38 24 33 32 33Z"/>
<path fill="#d95a6a" d="M29.5 34.5H34.5L32 37.5Z"/>
<ellipse cx="26" cy="29" rx="2.3" ry="3" fill="#12302a"/><ellipse cx="38" cy="29" rx="2.3" ry="3" fill="#12302a"/>
<path d="M20 37 12 35M20 39.5 12.5 41M44 37 52 35M44 39.5 51.5 41" stroke="#fff3e2" stroke-width="1.3" stroke-linecap="round"/>"""),
)  # fmt: skip

GRADIENTS = """<linearGradient id="dm-slab" x2="0" y2="1"><stop stop-color="#5a4630"/><stop offset=".55" stop-color="#3a2c2c"/>
<stop offset="1" stop-color="#241c2a"/></linearGradient>
<linearGradient id="dm-broken" x2="0" y2="1"><stop stop-color="#4b1f30"/><stop offset="1" stop-color="#1d0f1c"/></linearGradient>
<linearGradient id="dm-arch" x2="0" y2="1"><stop stop-color="#4b3578"/><stop offset="1" stop-color="#211a3d"/></linearGradient>
<linearGradient id="dm-night" x2="0" y2="1"><stop stop-color="#0b0d22"/><stop offset=".6" stop-color="#1d2250"/>
<stop offset="1" stop-color="#3c3468"/></linearGradient>
<linearGradient id="dm-fade" x2="0" y2="1"><stop offset=".55" stop-color="#0e1020" stop-opacity="0"/>
<stop offset="1" stop-color="#0e1020"/></linearGradient>
<linearGradient id="dm-dark"><stop offset=".6" stop-color="#07081a" stop-opacity="0"/>
<stop offset="1" stop-color="#07081a" stop-opacity=".9"/></linearGradient>
<radialGradient id="dm-glow"><stop stop-color="#ffc879" stop-opacity=".75"/><stop offset=".35" stop-color="#ffb454" stop-opacity=".28"/>
<stop offset="1" stop-color="#ffb454" stop-opacity="0"/></radialGradient>"""

FRAMES = {
    "treasure": """<rect x="2" y="2" width="76" height="104" rx="7" fill="url(#dm-slab)" stroke="#e9a94e" stroke-width="2.4"/>
<rect x="6.5" y="6.5" width="67" height="95" rx="4" fill="none" stroke="#ffd98a" stroke-opacity=".25"/>""",
    "trap": """<path fill="url(#dm-broken)" stroke="#ff6b5e" stroke-width="2.4" stroke-linejoin="round"
d="M12 3 27 1 41 5 56 2 70 4 78 16 75 32 79 49 75 66 78 84 74 99 60 106 45 103 31 107 16 104 4 97 2 80 6 63 2 46 5 30 2 14Z"/>""",
    "relic": """<path fill="url(#dm-arch)" stroke="#c9a4ff" stroke-width="2.4" d="M3 40A37 37 0 0 1 77 40V100A5 5 0 0 1 72 105H8A5 5 0
0 1 3 100Z"/>
<path fill="none" stroke="#e7d6ff" stroke-opacity=".3" d="M7 40A33 33 0 0 1 73 40V101H7Z"/>""",
}
