package io.github.leaderelection.internal.metadata.runtime;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.SavedMetadata;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.store.ReplacedFile;
import io.github.leaderelection.spi.BallotStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A register in a file beside the ballot: magic, version, CRC32C of both, the owner, the
 * state, CRC32C of all before.
 */
public final class DiskRegisterFile implements RegisterFile {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final byte[] MAGIC = "LEREGSTR".getBytes(StandardCharsets.US_ASCII);

	private static final int VERSION = 1;

	private static final int VERSION_END = MAGIC.length + Integer.BYTES;

	private static final int LEAST = VERSION_END + 2 * Integer.BYTES;

	private final ReplacedFile file;

	private final List<String> owner;

	/**
	 * Names the file of a group; touches nothing.
	 * @param suffix what its name ends with
	 */
	public DiskRegisterFile(Path directory, ElectionSettings settings, String suffix) {
		this.file = new ReplacedFile(directory, settings.group(), suffix);
		this.owner = List.of(settings.cluster(), settings.self().value(), settings.group());
	}

	/**
	 * Reads the file.
	 * @throws BallotStoreException if it cannot be read, is of another node, or of a
	 * newer version of this library
	 */
	@Override
	public SavedMetadata load() {
		byte[] bytes;
		try {
			bytes = this.file.read();
		}
		catch (IOException ex) {
			throw new BallotStoreException(
					"The file " + this.file + " cannot be read (" + ex + "): make it readable for this process", ex);
		}
		if (bytes == null) {
			return SavedMetadata.BLANK;
		}
		ByteBuffer buffer = ByteBuffer.wrap(bytes);
		if (bytes.length < LEAST || !Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)
				|| buffer.getInt(VERSION_END) != checksum(bytes, VERSION_END)) {
			return damaged();
		}
		int version = buffer.getInt(MAGIC.length);
		if (version > VERSION) {
			throw new BallotStoreException("The file " + this.file + " has format version " + version
					+ ", but this version of the library reads up to " + VERSION
					+ ": use the newer version of the library that wrote it");
		}
		int end = bytes.length - Integer.BYTES;
		if (version != VERSION || buffer.getInt(end) != checksum(bytes, end)) {
			return damaged();
		}
		try {
			return decode(new DataInputStream(
					new ByteArrayInputStream(bytes, VERSION_END + Integer.BYTES, end - VERSION_END - Integer.BYTES)));
		}
		catch (IOException | IllegalArgumentException ex) {
			return damaged();
		}
	}

	private SavedMetadata decode(DataInputStream in) throws IOException {
		List<String> found = List.of(text(in), text(in), text(in));
		if (!found.equals(this.owner)) {
			throw new BallotStoreException("The file " + this.file + " belongs to " + describe(found) + ", but this is "
					+ describe(this.owner)
					+ ": give each node of each cluster its own state directory, or restore the previous names");
		}
		long heard = in.readLong();
		boolean whole = in.readBoolean();
		boolean lost = in.readBoolean();
		LeaderSequenceNumber sequence = in.readBoolean() ? new LeaderSequenceNumber(in.readLong(), in.readLong())
				: null;
		int count = in.readInt();
		List<Metadata.Entry> entries = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			entries.add(new Metadata.Entry(text(in), text(in)));
		}
		return new SavedMetadata(heard, new Metadata(sequence, entries, lost), whole);
	}

	private static String describe(List<String> owner) {
		return "node '" + owner.get(1) + "', group '" + owner.get(2) + "', cluster '" + owner.get(0) + "'";
	}

	private SavedMetadata damaged() {
		logger.error(
				"The file {} is damaged and counts as empty: this node learns again what a majority keeps. The disk may "
						+ "be failing: replace it. What a majority loses at once is lost",
				this.file);
		return SavedMetadata.BLANK;
	}

	@Override
	public void save(SavedMetadata state) throws IOException {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		DataOutputStream out = new DataOutputStream(bytes);
		out.write(MAGIC);
		out.writeInt(VERSION);
		out.writeInt(checksum(bytes.toByteArray(), VERSION_END));
		for (String each : this.owner) {
			text(out, each);
		}
		Metadata accepted = state.accepted();
		LeaderSequenceNumber sequence = accepted.sequence();
		out.writeLong(state.heard());
		out.writeBoolean(state.whole());
		out.writeBoolean(accepted.lost());
		out.writeBoolean(sequence != null);
		if (sequence != null) {
			out.writeLong(sequence.fencingToken());
			out.writeLong(sequence.counter());
		}
		out.writeInt(accepted.entries().size());
		for (Metadata.Entry each : accepted.entries()) {
			text(out, each.key());
			text(out, each.value());
		}
		out.writeInt(checksum(bytes.toByteArray(), bytes.size()));
		this.file.replace(bytes.toByteArray());
	}

	private static void text(DataOutputStream out, String text) throws IOException {
		byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
		out.writeInt(encoded.length);
		out.write(encoded);
	}

	private static String text(DataInputStream in) throws IOException {
		int length = in.readInt();
		if (length < 0 || length > in.available()) {
			throw new IOException("A text of " + length + " bytes does not fit");
		}
		return new String(in.readNBytes(length), StandardCharsets.UTF_8);
	}

	private static int checksum(byte[] bytes, int length) {
		CRC32C checksum = new CRC32C();
		checksum.update(bytes, 0, length);
		return (int) checksum.getValue();
	}

}
