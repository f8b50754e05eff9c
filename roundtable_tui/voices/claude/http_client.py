"""The HTTP client of a connection: it sends nothing on to another address, and reads no answer that has no end."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncGenerator

    import httpx2
    from anthropic import Timeout

LONGEST_ANSWER = 16 * 1024 * 1024
"""Bytes; 64,000 tokens that come one by one are some ten million."""


def http_client(timeout: Timeout) -> httpx2.AsyncClient:
    import anthropic

    return anthropic.DefaultAsyncHttpxClient(
        verify=_certificates(), timeout=timeout, follow_redirects=False, event_hooks={"response": [_bound]}
    )


async def _bound(response: httpx2.Response) -> None:
    """Counted as it is unpacked: a small answer can be packed so that it fills the memory."""
    import httpx2

    whole = response.aiter_bytes

    async def bounded(chunk_size: int | None = None) -> AsyncGenerator[bytes, None]:
        size = 0
        async for chunk in whole(chunk_size):
            size += len(chunk)
            if size > LONGEST_ANSWER:
                raise httpx2.DecodingError("it has no end", request=response.request)
            yield chunk

    response.aiter_bytes = bounded  # type: ignore[method-assign]


@cache
def _certificates() -> ssl.SSLContext:
    import httpx2

    return httpx2.create_ssl_context()
