"""HTTP infrastructure of the site: headers, error pages, logging, static files, service worker."""
