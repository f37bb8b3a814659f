package io.github.leaderelection;

import java.util.Objects;

/**
 * The name of a node in elections. It is the same at every start and unique in the
 * cluster. Ordered by its text.
 *
 * @param value 1 to 255 printable characters, without white space, {@code @} or {@code /}
 */
public record NodeId(String value) implements Comparable<NodeId> {

	private static final int MAX_LENGTH = 255;

	/**
	 * Checks the text.
	 * @throws IllegalArgumentException if the text is empty, too long or has a forbidden
	 * character
	 */
	public NodeId {
		Objects.requireNonNull(value, "value");
		if (value.isEmpty() || value.length() > MAX_LENGTH) {
			throw new IllegalArgumentException("The node id '" + value + "' has " + value.length()
					+ " characters instead of 1 to " + MAX_LENGTH + ": choose another id");
		}
		for (int i = 0; i < value.length(); i++) {
			char c = value.charAt(i);
			if (c <= ' ' || c == '@' || c == '/' || c >= 0x7f) {
				throw new IllegalArgumentException("The node id '" + value + "' has the character '" + c
						+ "' at position " + i + ": use printable ASCII without white space, '@' or '/'");
			}
		}
	}

	/**
	 * Creates an id.
	 * @param value the text
	 * @return the id
	 */
	public static NodeId of(String value) {
		return new NodeId(value);
	}

	@Override
	public int compareTo(NodeId other) {
		return this.value.compareTo(other.value);
	}

	@Override
	public String toString() {
		return this.value;
	}

}
