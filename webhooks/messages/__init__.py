"""The messages to endpoints: JSON documents, sentences for chats, and the request of each kind of endpoint."""
