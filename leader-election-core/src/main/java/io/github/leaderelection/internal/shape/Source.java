package io.github.leaderelection.internal.shape;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Where a {@link Shape} takes a value from, part by part: the counterpart of a
 * {@link Sink}. Every method throws a {@link ShapeException} where it finds something
 * else.
 */
public interface Source {

	long number();

	double real();

	boolean flag();

	String text();

	/** The position of one of the names. */
	int constant(List<String> names);

	/** Whether a value that may be missing is there. */
	boolean presence();

	/** The position of the record that follows; it is not consumed. */
	int kind(List<String> names);

	/** The object that was read last if it comes again, else null. */
	@Nullable Object repeated();

	/** An object that may come again. */
	void remember(Object value);

	void openRecord(String name);

	void component(String name, int index);

	void closeRecord();

	/** The size of the list, or -1 where {@link #element} must tell its end. */
	int openList();

	/** Whether there is a further element. */
	boolean element(int index, int size);

	/** What is wrong at the present position. */
	ShapeException unexpected(String problem);

}
