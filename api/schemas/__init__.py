"""The types of the API's requests and responses. The OpenAPI description is generated from them."""
