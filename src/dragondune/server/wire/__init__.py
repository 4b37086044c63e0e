"""What goes over the wire: messages in and out, and how a game is put into them."""
