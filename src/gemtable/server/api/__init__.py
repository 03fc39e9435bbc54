"""What the server answers, endpoint by endpoint: the list that the routes and the OpenAPI page are made from."""
