package io.github.leaderelection.internal.shape;

/**
 * How the values of one Java type are taken apart and put together again.
 */
public interface Shape {

	/**
	 * Writes a value. Allocates nothing.
	 * @param value the value
	 * @param sink takes its parts
	 */
	void write(Object value, Sink sink);

	/**
	 * Reads a value.
	 * @param source gives its parts
	 * @return the value
	 * @throws ShapeException if there is something else
	 */
	Object read(Source source);

}
