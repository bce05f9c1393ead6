"""The account of a request, looked up only if a view needs it."""

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject

from people.accounts.sessions import Asking, asking, seen


class AccountMiddleware(AuthenticationMiddleware):
    """`request.user`, for as long as its session is listed, and a note that it was seen."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)

        def found() -> Asking:
            vars(request)["account"] = user = asking(request)
            return user

        request.user = SimpleLazyObject(found)  # type: ignore[assignment]

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """After the page: what it needed is done, and no transaction is open."""
        seen(getattr(request, "account", None))
        return response
