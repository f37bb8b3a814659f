package io.github.leaderelection.simulator.disk;

import java.io.IOException;

import io.github.leaderelection.internal.store.StateFile;
import io.github.leaderelection.simulator.time.Dice;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Tests for {@link SimulatedDisk}.
 */
class SimulatedDiskTests {

	private static final byte[] OLD = { 1, 1, 1, 1 };

	private static final byte[] NEW = { 2, 2, 2, 2 };

	@Test
	void syncedBytesSurvive() throws IOException {
		SimulatedDisk disk = new SimulatedDisk(1, new Dice(1));
		StateFile file = disk.open(0);
		file.write(0, OLD);
		file.force();
		for (int i = 0; i < 50; i++) {
			disk.losePower();
			assertThat(read(disk)).isEqualTo(OLD);
		}
	}

	@Test
	void unsyncedBytesAreKeptLostOrTorn() throws IOException {
		boolean kept = false;
		boolean lost = false;
		boolean torn = false;
		for (int seed = 0; seed < 200; seed++) {
			SimulatedDisk disk = new SimulatedDisk(1, new Dice(seed));
			StateFile file = disk.open(0);
			file.write(0, OLD);
			file.force();
			file.write(0, NEW);
			assertThat(read(disk)).isEqualTo(NEW);
			disk.losePower();
			byte[] found = read(disk);
			for (byte each : found) {
				assertThat(each).isBetween((byte) 1, (byte) 2);
			}
			kept |= found[0] == 2 && found[1] == 2 && found[2] == 2 && found[3] == 2;
			lost |= found[0] == 1 && found[1] == 1 && found[2] == 1 && found[3] == 1;
			torn |= found[0] != found[3] || found[1] != found[2];
		}
		assertThat(kept && lost && torn).isTrue();
	}

	@Test
	void whatASyncThatFailedShouldHaveKeptMayBeLostAfterALaterOne() throws IOException {
		boolean lost = false;
		for (int seed = 0; seed < 100; seed++) {
			SimulatedDisk disk = new SimulatedDisk(1, new Dice(seed));
			StateFile file = disk.open(0);
			file.write(0, OLD);
			file.force();
			file.write(0, NEW);
			disk.failing(true);
			assertThatIOException().isThrownBy(file::force);
			disk.failing(false);
			file.force();
			disk.losePower();
			lost |= read(disk)[0] == 1;
		}
		assertThat(lost).isTrue();
	}

	@Test
	void wipedDiskIsEmpty() throws IOException {
		SimulatedDisk disk = new SimulatedDisk(1, new Dice(1));
		disk.open(0).write(0, OLD);
		disk.wipe();
		assertThat(disk.open(0).size()).isZero();
	}

	private static byte[] read(SimulatedDisk disk) throws IOException {
		byte[] found = new byte[4];
		disk.open(0).read(0, found);
		return found;
	}

}
