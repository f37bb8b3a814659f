package io.github.leaderelection.internal.forward.message;

/**
 * The head of the answer to a client.
 */
public interface AnswerTarget {

	void status(int status);

	/** Replaces all values of a header. */
	void set(String name, String value);

	void add(String name, String value);

}
