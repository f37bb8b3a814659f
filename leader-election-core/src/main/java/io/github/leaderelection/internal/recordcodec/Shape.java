package io.github.leaderelection.internal.recordcodec;

/**
 * Writes and reads the values of one Java type, part by part.
 */
public interface Shape {

	/** Writes a value. */
	void write(Object value, Sink sink);

	/**
	 * Reads a value.
	 * @throws ShapeException if the source has another shape
	 */
	Object read(Source source);

}
