package io.github.leaderelection.internal.metadata.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.Metadata.Entry;
import io.github.leaderelection.internal.metadata.protocol.SavedMetadata;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.spi.BallotStoreException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for {@link DiskRegisterFile}.
 */
class DiskRegisterFileTests {

	private static final SavedMetadata STATE = new SavedMetadata(7,
			new Metadata(new LeaderSequenceNumber(6, 2), List.of(new Entry("ö", "x\ny"), new Entry("z", "")), true),
			true);

	@TempDir
	private Path directory;

	private DiskRegisterFile file;

	@BeforeEach
	void open() {
		this.file = file("a", "orders");
	}

	private DiskRegisterFile file(String node, String group) {
		return new DiskRegisterFile(this.directory,
				ElectionSettings.of("cluster", group, NodeId.of(node), List.of(NodeId.of(node))).build(), ".metadata");
	}

	private Path only() throws IOException {
		try (var files = Files.list(this.directory)) {
			List<Path> found = files.toList();
			assertThat(found).hasSize(1);
			return found.get(0);
		}
	}

	@Test
	void aStateIsReadAsItWasSaved() throws IOException {
		assertThat(this.file.load()).isEqualTo(SavedMetadata.BLANK);
		this.file.save(SavedMetadata.BLANK);
		assertThat(file("a", "orders").load()).isEqualTo(SavedMetadata.BLANK);
		this.file.save(STATE);
		assertThat(file("a", "orders").load()).isEqualTo(STATE);
		assertThat(file("a", "others").load()).as("another group").isEqualTo(SavedMetadata.BLANK);
		assertThat(only().getFileName()).hasToString("orders.metadata");
	}

	@Test
	void whatACrashLeavesOfASaveIsNoState() throws IOException {
		this.file.save(STATE);
		Files.write(this.directory.resolve("orders.metadata.next"), new byte[] { 1, 2, 3 });
		assertThat(this.file.load()).isEqualTo(STATE);
		SavedMetadata next = new SavedMetadata(8, Metadata.NONE, true);
		this.file.save(next);
		assertThat(this.file.load()).isEqualTo(next);
		assertThat(only().getFileName()).hasToString("orders.metadata");
	}

	@Test
	void eachDamagedByteIsALostState() throws IOException {
		this.file.save(STATE);
		byte[] whole = Files.readAllBytes(only());
		for (int i = 0; i < whole.length; i++) {
			byte[] damaged = whole.clone();
			damaged[i] ^= 4;
			Files.write(only(), damaged);
			assertThat(this.file.load()).as("byte %d", i).isEqualTo(SavedMetadata.BLANK);
			Files.write(only(), Arrays.copyOf(whole, i));
			assertThat(this.file.load()).as("%d bytes", i).isEqualTo(SavedMetadata.BLANK);
		}
	}

	@Test
	void aFileOfAnotherNodeIsRefused() throws IOException {
		file("b", "orders").save(STATE);
		assertThatThrownBy(this.file::load).isInstanceOf(BallotStoreException.class)
			.hasMessageContaining("belongs to node 'b', group 'orders', cluster 'cluster'")
			.hasMessageContaining("its own state directory");
	}

	@Test
	void aFileOfANewerVersionIsRefused() throws IOException {
		this.file.save(STATE);
		byte[] bytes = Files.readAllBytes(only());
		ByteBuffer buffer = ByteBuffer.wrap(bytes).putInt(8, 2);
		CRC32C checksum = new CRC32C();
		checksum.update(bytes, 0, 12);
		buffer.putInt(12, (int) checksum.getValue());
		Files.write(only(), bytes);
		assertThatThrownBy(this.file::load).isInstanceOf(BallotStoreException.class)
			.hasMessageContaining("format version 2")
			.hasMessageContaining("use the newer version");
		assertThat(Files.readAllBytes(only())).isEqualTo(bytes);
	}

}
