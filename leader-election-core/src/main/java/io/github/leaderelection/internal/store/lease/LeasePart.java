package io.github.leaderelection.internal.store.lease;

import java.util.function.Function;

import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;

/**
 * A part of a record, as stores name it.
 */
public enum LeasePart {

	HOLDER("holder", LeaseRecord::holder), TOKEN("token", LeaseRecord::token), FREE("free", LeaseRecord::free),
	URL("url", LeaseRecord::url), DURATION("duration-nanos", LeaseRecord::durationNanos),
	PREFERRED("preferred", LeaseRecord::preferred), PREFERENCE("preferred-nanos", LeaseRecord::preferredNanos),
	INCARNATION("incarnation", LeaseRecord::incarnation), ATTEMPT("attempt", LeaseRecord::attempt);

	private final String text;

	private final Function<LeaseRecord, @Nullable Object> value;

	LeasePart(String text, Function<LeaseRecord, @Nullable Object> value) {
		this.text = text;
		this.value = value;
	}

	/** Returns this part of a record; null if the record has none. */
	public @Nullable String of(LeaseRecord record) {
		Object part = this.value.apply(record);
		return (part != null) ? part.toString() : null;
	}

	@Override
	public String toString() {
		return this.text;
	}

}
