package io.github.leaderelection.internal.store.lease;

/**
 * A part of a record, as stores name it.
 */
public enum LeasePart {

	HOLDER("holder"), TOKEN("token"), FREE("free"), URL("url"), DURATION("duration-nanos"), PREFERRED("preferred"),
	PREFERENCE("preferred-nanos"), INCARNATION("incarnation"), ATTEMPT("attempt");

	private final String text;

	LeasePart(String text) {
		this.text = text;
	}

	@Override
	public String toString() {
		return this.text;
	}

}
