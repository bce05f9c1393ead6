"""The API for programs: tokens, `/api/v1/`, and the guide at `/api/`. Above the apps that it shows."""
