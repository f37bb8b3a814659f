package io.github.leaderelection.internal.transport.wire;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/**
 * How the values of one Java type look in JSON. Strict: a value that would have to be
 * converted is refused.
 */
interface Shape {

	/** Lists are no longer. */
	int MAX_LIST = 256;

	/**
	 * Writes a value.
	 * @param value the value
	 * @param out where it is written to
	 */
	void write(Object value, JsonGenerator out);

	/**
	 * Reads a value.
	 * @param in stands at its first token, and afterwards at its last
	 * @param where names it in the exception
	 * @return the value
	 * @throws WireException if it is not of this shape
	 */
	Object read(JsonParser in, String where) throws WireException;

	/**
	 * Says what a value is not.
	 * @param where names it
	 * @param what it should be
	 * @return the exception to throw
	 */
	static WireException not(String where, String what) {
		return new WireException(WireException.Kind.MALFORMED, where + " is not " + what);
	}

}
