package io.github.leaderelection.internal.store;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.BallotStoreException;

/**
 * The form of a slot, version 1, big-endian: <pre>
 *    0  magic 'LEBALLOT'
 *    8  format version, 4 bytes
 *   12  CRC32C of the bytes before
 *   16  sequence, 8 bytes
 *   24  term, 8 bytes
 *   32  vote floor, 8 bytes
 *   40  span in nanoseconds, 8 bytes
 *   48  drift, a double
 *   56  incarnation of the candidate voted for, 8 bytes
 *   64  flags: 1 voter, 2 no promise outstanding, 4 voted
 *   65  cluster, node, group, identity, candidate: each 2 bytes of length, then UTF-8
 *       zeros
 * 2044  CRC32C of all bytes before
 * </pre> The first 16 bytes must keep their form in later versions, so that an older
 * library distinguishes a newer file from a damaged one.
 */
final class SlotCodec {

	/** The size of a slot in bytes. */
	static final int SIZE = 2048;

	/** The version of the format. */
	static final int VERSION = 1;

	private static final byte[] MAGIC = "LEBALLOT".getBytes(StandardCharsets.US_ASCII);

	private static final int VERSION_AT = 8;

	private static final int HEADER_CHECKSUM_AT = 12;

	private static final int SEQUENCE_AT = 16;

	private static final int NAMES_AT = 65;

	private static final int CHECKSUM_AT = SIZE - Integer.BYTES;

	private static final int VOTER = 1;

	private static final int NO_PROMISE = 2;

	private static final int VOTED = 4;

	private static final byte[] ZEROS = new byte[SIZE];

	private final SlotOwner owner;

	/** The bytes that all slots of this owner share; the others are zero. */
	private final byte[] template = new byte[SIZE];

	private final int namesEnd;

	SlotCodec(SlotOwner owner) {
		this.owner = owner;
		ByteBuffer buffer = ByteBuffer.wrap(this.template);
		buffer.put(MAGIC).putInt(VERSION).putInt(checksum(this.template, HEADER_CHECKSUM_AT));
		buffer.position(NAMES_AT);
		putText(buffer, owner.cluster());
		putText(buffer, owner.node().value());
		putText(buffer, owner.group());
		this.namesEnd = buffer.position();
	}

	byte[] encode(long sequence, Ballot ballot) {
		byte[] bytes = this.template.clone();
		ByteBuffer buffer = ByteBuffer.wrap(bytes);
		Ballot.Vote vote = ballot.vote();
		int flags = (ballot.voter() ? VOTER : 0) | (ballot.noPromiseOutstanding() ? NO_PROMISE : 0)
				| ((vote != null) ? VOTED : 0);
		buffer.position(SEQUENCE_AT);
		buffer.putLong(sequence)
			.putLong(ballot.term())
			.putLong(ballot.voteFloor())
			.putLong(ballot.spanNanos())
			.putDouble(ballot.drift())
			.putLong((vote != null) ? vote.incarnation() : 0)
			.put((byte) flags);
		buffer.position(this.namesEnd);
		putText(buffer, ballot.identity());
		putText(buffer, (vote != null) ? vote.candidate().value() : "");
		buffer.putInt(CHECKSUM_AT, checksum(bytes, CHECKSUM_AT));
		return bytes;
	}

	Slot decode(byte[] bytes) {
		if (Arrays.equals(bytes, ZEROS)) {
			return new Slot.Blank();
		}
		ByteBuffer buffer = ByteBuffer.wrap(bytes);
		if (!Arrays.equals(bytes, 0, VERSION_AT, MAGIC, 0, VERSION_AT)
				|| buffer.getInt(HEADER_CHECKSUM_AT) != checksum(bytes, HEADER_CHECKSUM_AT)) {
			return damaged(bytes);
		}
		int version = buffer.getInt(VERSION_AT);
		if (version > VERSION) {
			return new Slot.Newer(version);
		}
		if (version != VERSION || buffer.getInt(CHECKSUM_AT) != checksum(bytes, CHECKSUM_AT)) {
			return damaged(bytes);
		}
		try {
			return decodeBody(buffer, bytes);
		}
		catch (IllegalArgumentException | BufferUnderflowException | BallotStoreException ex) {
			return damaged(bytes);
		}
	}

	private Slot decodeBody(ByteBuffer buffer, byte[] bytes) {
		buffer.position(SEQUENCE_AT);
		long sequence = buffer.getLong();
		long term = buffer.getLong();
		long voteFloor = buffer.getLong();
		long span = buffer.getLong();
		double drift = buffer.getDouble();
		long incarnation = buffer.getLong();
		int flags = buffer.get();
		SlotOwner found = decodeOwner(buffer, bytes);
		String identity = getText(buffer);
		String candidate = getText(buffer);
		Ballot.Vote vote = ((flags & VOTED) != 0) ? new Ballot.Vote(NodeId.of(candidate), incarnation) : null;
		Ballot ballot = new Ballot(identity, (flags & VOTER) != 0, term, vote, voteFloor, span, drift,
				(flags & NO_PROMISE) != 0);
		return new Slot.Whole(found, sequence, ballot, bytes);
	}

	private SlotOwner decodeOwner(ByteBuffer buffer, byte[] bytes) {
		if (Arrays.equals(bytes, NAMES_AT, this.namesEnd, this.template, NAMES_AT, this.namesEnd)) {
			buffer.position(this.namesEnd);
			return this.owner;
		}
		return new SlotOwner(getText(buffer), NodeId.of(getText(buffer)), getText(buffer));
	}

	/**
	 * An unfinished write onto zeros leaves zeros or the intended bytes, so it begins
	 * like this library's magic. One byte may have been damaged later.
	 */
	private Slot.Damaged damaged(byte[] bytes) {
		int foreign = 0;
		for (int i = 0; i < VERSION_AT; i++) {
			foreign += (bytes[i] == 0 || bytes[i] == MAGIC[i]) ? 0 : 1;
		}
		return new Slot.Damaged(foreign <= 1);
	}

	private static void putText(ByteBuffer buffer, String text) {
		byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
		if (encoded.length > SlotOwner.MAX_NAME_BYTES) {
			throw new IllegalArgumentException("'" + text + "' has " + encoded.length
					+ " bytes in UTF-8, but a ballot file has room for " + SlotOwner.MAX_NAME_BYTES + ": shorten it");
		}
		buffer.putShort((short) encoded.length).put(encoded);
	}

	private static String getText(ByteBuffer buffer) {
		byte[] encoded = new byte[Short.toUnsignedInt(buffer.getShort())];
		buffer.get(encoded);
		return new String(encoded, StandardCharsets.UTF_8);
	}

	private static int checksum(byte[] bytes, int length) {
		CRC32C checksum = new CRC32C();
		checksum.update(bytes, 0, length);
		return (int) checksum.getValue();
	}

}
