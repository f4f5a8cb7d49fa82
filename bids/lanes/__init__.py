"""Which carriers bid, were booked and delivered on which lanes: `carriers.models.CarrierLane`, always up to date."""
