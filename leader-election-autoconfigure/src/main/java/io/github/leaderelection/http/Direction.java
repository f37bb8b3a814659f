package io.github.leaderelection.http;

/**
 * Which side of a session a POST comes from.
 */
enum Direction {

	/** From the side that opened the session. */
	FROM_DIALLER,

	/** From the side that answered. */
	FROM_ACCEPTOR;

	Direction reversed() {
		return (this == FROM_DIALLER) ? FROM_ACCEPTOR : FROM_DIALLER;
	}

}
