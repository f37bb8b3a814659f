package io.github.leaderelection.internal.store.lease;

import java.util.function.Function;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import org.jspecify.annotations.Nullable;

/**
 * The content of a store: a record, or the readable part of one that no node can have
 * written.
 *
 * @param wrong why no node can have written it; null where one can
 */
public record FoundLease(LeaseRecord record, @Nullable String wrong) {

	/**
	 * Reads a record from its parts.
	 * @param parts the text of each part, null where there is none
	 * @return the content; never fails: a record with an illegal part is a foreign one
	 */
	public static FoundLease of(String version, Function<LeasePart, @Nullable String> parts) {
		Parts read = new Parts(parts);
		try {
			return new FoundLease(read.record(version), null);
		}
		catch (IllegalArgumentException ex) {
			return unreadable(version, String.valueOf(ex.getMessage()));
		}
	}

	/** Returns content that cannot be read as a record. */
	static FoundLease unreadable(String version, String wrong) {
		return new FoundLease(LeaseRecord.unreadable(version), wrong);
	}

	/** Returns the answer to a read that found this content. */
	public Answer answer() {
		return (this.wrong != null) ? new Answer.Foreign(this.record, this.wrong) : Answer.read(this.record);
	}

	/** Returns the answer to a write that left this content. */
	public Answer written() {
		return (this.wrong == null) ? new Answer.Mine(this.record)
				: new Answer.Unknown("The record is not what was written: " + this.wrong);
	}

	/** Returns the record to report to watchers; null for a foreign one. */
	public @Nullable LeaseRecord told() {
		return (this.wrong != null) ? null : this.record;
	}

	/**
	 * Parses the texts of parts.
	 *
	 * @param texts the text of each part, null where there is none
	 */
	private record Parts(Function<LeasePart, @Nullable String> texts) {

		LeaseRecord record(String version) {
			return new LeaseRecord(node(LeasePart.HOLDER), number(LeasePart.INCARNATION), number(LeasePart.ATTEMPT),
					url(), number(LeasePart.TOKEN), number(LeasePart.DURATION), flag(LeasePart.FREE),
					node(LeasePart.PREFERRED), number(LeasePart.PREFERENCE), version);
		}

		private @Nullable NodeId node(LeasePart part) {
			String id = this.texts.apply(part);
			return (id != null) ? NodeId.of(id) : null;
		}

		private @Nullable String url() {
			String url = this.texts.apply(LeasePart.URL);
			if (url != null && url.chars().anyMatch(Character::isISOControl)) {
				throw new IllegalArgumentException("its url '" + url + "' has control characters");
			}
			return url;
		}

		private boolean flag(LeasePart part) {
			String value = present(part);
			return switch (value) {
				case "true", "TRUE", "t", "1" -> true;
				case "false", "FALSE", "f", "0" -> false;
				default -> throw new IllegalArgumentException("its " + part + " '" + value + "' is neither yes nor no");
			};
		}

		private long number(LeasePart part) {
			String value = present(part);
			try {
				return Long.parseLong(value);
			}
			catch (NumberFormatException ex) {
				throw new IllegalArgumentException("its " + part + " '" + value + "' is no number", ex);
			}
		}

		private String present(LeasePart part) {
			String value = this.texts.apply(part);
			if (value == null) {
				throw new IllegalArgumentException("it has no " + part);
			}
			return value;
		}

	}

}
