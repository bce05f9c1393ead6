"""What endpoints get: the documents of events, sentences for chats, and the requests of each kind of endpoint."""
