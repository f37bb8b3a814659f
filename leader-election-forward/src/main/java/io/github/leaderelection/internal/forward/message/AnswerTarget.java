package io.github.leaderelection.internal.forward.message;

import java.io.IOException;
import java.io.OutputStream;

/**
 * The answer to a client.
 */
public interface AnswerTarget {

	void status(int status);

	/** Replaces all values of a header. */
	void set(String name, String value);

	void add(String name, String value);

	/** Whether the head was sent. */
	boolean isCommitted();

	/** Drops the status and the headers, which were not sent. */
	void reset();

	/**
	 * The body. Flushing sends all that was written. Closing ends the answer, and waits
	 * until the client has taken it.
	 */
	OutputStream body() throws IOException;

}
