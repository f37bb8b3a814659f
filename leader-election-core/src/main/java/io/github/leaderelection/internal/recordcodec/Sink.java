package io.github.leaderelection.internal.recordcodec;

/**
 * Receives the parts of a value from a {@link Shape}. The sink defines the form: bytes in
 * the ring, text in a file.
 */
public interface Sink {

	void number(long value);

	void real(double value);

	void flag(boolean value);

	void text(String value);

	/** A constant of an enum. */
	void constant(Enum<?> value);

	/** Precedes every nullable value. */
	void presence(boolean present);

	/** Precedes a record of a sealed type, with its position. */
	void kind(int index);

	/**
	 * Whether a value is the same object as the last one, so that it need not be written
	 * again. Asked only for values that often occur several times in a row.
	 */
	boolean isRepeated(Object value);

	void openRecord(String name);

	void component(String name, int index);

	/** A component that earlier versions do not have; only its value may follow. */
	default void added(String name, int index, boolean present) {
		component(name, index);
		presence(present);
	}

	void closeRecord();

	void openList(int size);

	void element(int index);

	void closeList();

}
