package io.github.leaderelection.internal.recordcodec;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Supplies the parts of a value to a {@link Shape}, as the counterpart of a {@link Sink}.
 * Every method throws a {@link ShapeException} if it finds another part.
 */
public interface Source {

	long number();

	double real();

	boolean flag();

	String text();

	/** The index of the constant that follows. */
	int constant(List<String> names);

	/** Whether a nullable value follows. */
	boolean presence();

	/** The index of the record that follows; it is not consumed. */
	int kind(List<String> names);

	/** The last object if it is repeated, otherwise null. */
	@Nullable Object repeated();

	/** Keeps an object that may be repeated. */
	void remember(Object value);

	void openRecord(String name);

	void component(String name, int index);

	/**
	 * Whether a component follows that earlier versions do not have.
	 * @param later the components of the record that were added after it
	 */
	default boolean added(String name, int index, List<String> later) {
		component(name, index);
		return presence();
	}

	void closeRecord();

	/** The size of the list, or -1 if {@link #element} detects its end. */
	int openList();

	/** Whether another element follows. */
	boolean element(int index, int size);

	/** Creates an exception for the present position. */
	ShapeException unexpected(String problem);

}
