package io.github.leaderelection.internal.shape;

/**
 * Where a {@link Shape} puts a value, part by part. The form is the sink's: bytes in the
 * ring, text in a file.
 */
public interface Sink {

	void number(long value);

	void real(double value);

	void flag(boolean value);

	void text(String value);

	/** One of the constants of an enum. */
	void constant(Enum<?> value);

	/** Stands before every value that may be missing. */
	void presence(boolean present);

	/** Which of several records follows. */
	void kind(int index);

	/**
	 * Whether a value is the very object that was written last and need not be written
	 * again. Asked only where the same object often comes several times in a row.
	 */
	boolean isRepeated(Object value);

	void openRecord(String name);

	void component(String name, int index);

	void closeRecord();

	void openList(int size);

	void element(int index);

	void closeList();

}
