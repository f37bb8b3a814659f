package io.github.leaderelection.internal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;

import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.BallotStoreException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What a store finds on a disk after a crash, a failure or a damage.
 */
class FileBallotStoreCrashTests {

	private static final int SECOND = SlotPair.STRIDE;

	@Test
	void aSaveReturnsBeforeItsCopyIsWrittenAndTheCopyIsWrittenOnce() throws IOException {
		SimulatedStateFile file = new SimulatedStateFile();
		FileBallotStore store = Ballots.over(file);
		assertThat(store.load()).isNull();
		store.save(Ballots.ofTerm(1));
		assertThat(file.writtenAt()).containsExactly(0L);
		store.secure();
		store.secure();
		assertThat(file.writtenAt()).containsExactly(0L, 4096L);
		store.save(Ballots.ofTerm(2));
		assertThat(file.writtenAt()).containsExactly(0L, 4096L, 4096L);
		store.close();
		assertThat(file.writtenAt()).containsExactly(0L, 4096L, 4096L, 0L);
		assertThat(file.closed()).isTrue();
	}

	@Test
	void aCopyThatFailsIsMadeBeforeTheNextSave() throws IOException {
		SimulatedStateFile file = new SimulatedStateFile();
		FileBallotStore store = Ballots.over(file);
		store.save(Ballots.ofTerm(1));
		file.failNextForceAfter(10);
		assertThatExceptionOfType(IOException.class).isThrownBy(store::secure);
		file.failNextWriteAfter(10);
		saveFails(store, 2);
		assertThat(store.load()).isEqualTo(Ballots.ofTerm(1));
		store.save(Ballots.ofTerm(2));
		assertThat(file.writtenAt()).containsExactly(0L, 4096L, 4096L, 4096L, 4096L);
		assertThat(load(file.afterPowerLoss(0))).isEqualTo(Ballots.ofTerm(2));
	}

	@Test
	void aCopyCutAtAnyByteHarmsNothing() throws IOException {
		for (int cut = 0; cut <= SlotCodec.SIZE; cut++) {
			SimulatedStateFile file = fileWithTerms(2);
			FileBallotStore store = Ballots.over(file);
			store.save(Ballots.ofTerm(3));
			file.failNextForceAfter(cut);
			assertThatExceptionOfType(IOException.class).isThrownBy(store::secure);
			assertThat(load(file.afterPowerLoss(0))).as("cut at %s", cut).isEqualTo(Ballots.ofTerm(3));
		}
	}

	@Test
	void aSaveCutAtAnyByteLeavesTheOldOrTheNewBallot() throws IOException {
		for (int terms = 0; terms <= 3; terms++) {
			for (int cut = 0; cut <= SlotCodec.SIZE; cut++) {
				SimulatedStateFile file = fileWithTerms(terms);
				FileBallotStore store = Ballots.over(file);
				file.failNextForceAfter(cut);
				saveFails(store, terms + 1);
				assertOldOrNew(file.afterPowerLoss(0), terms, cut);

				SimulatedStateFile cutInWrite = fileWithTerms(terms);
				FileBallotStore other = Ballots.over(cutInWrite);
				cutInWrite.failNextWriteAfter(cut);
				saveFails(other, terms + 1);
				assertOldOrNew(cutInWrite.afterKill(), terms, cut);
			}
		}
	}

	private static void assertOldOrNew(SimulatedStateFile file, int terms, int cut) throws IOException {
		Ballot old = (terms != 0) ? Ballots.ofTerm(terms) : null;
		Ballot loaded = load(file);
		if (cut == SlotCodec.SIZE) {
			assertThat(loaded).isEqualTo(Ballots.ofTerm(terms + 1));
		}
		else {
			assertThat(loaded).as("cut at %s", cut).isIn(old, Ballots.ofTerm(terms + 1));
		}
		Ballots.over(file).save(Ballots.ofTerm(99));
		assertThat(load(file.afterPowerLoss(0))).isEqualTo(Ballots.ofTerm(99));
	}

	@Test
	void afterAFailedSaveTheLastGoodSlotIsStillNotWrittenOver() throws IOException {
		SimulatedStateFile file = fileWithTerms(2);
		FileBallotStore store = Ballots.over(file);
		file.writtenAt().clear();
		file.failNextWriteAfter(100);
		saveFails(store, 3);
		file.failNextForceAfter(0);
		saveFails(store, 4);
		file.failNextForceAfter(1000);
		saveFails(store, 5);
		assertThat(store.load()).isEqualTo(Ballots.ofTerm(2));
		assertThat(load(file.afterPowerLoss(0))).isEqualTo(Ballots.ofTerm(2));
		store.save(Ballots.ofTerm(6));
		store.save(Ballots.ofTerm(7));
		assertThat(file.writtenAt()).containsExactly(0L, 0L, 0L, 0L, 4096L, 4096L);
		assertThat(load(file.afterPowerLoss(0))).isEqualTo(Ballots.ofTerm(7));
	}

	@Test
	void aFailureNamesTheFileTheCauseAndTheRemedy() throws IOException {
		SimulatedStateFile file = fileWithTerms(1);
		FileBallotStore store = Ballots.over(file);
		file.failNextWriteAfter(0);
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> store.save(Ballots.ofTerm(2)))
			.withMessageContainingAll("simulated", "No space left on device", "full, read-only")
			.withCauseInstanceOf(IOException.class);
	}

	@Test
	void whatWasLoadedLastsEvenIfItsSaveWasNeverForced() throws IOException {
		SimulatedStateFile file = fileWithTerms(2);
		FileBallotStore store = Ballots.over(file);
		file.failNextForceAfter(0);
		saveFails(store, 3);
		SimulatedStateFile afterKill = file.afterKill();
		assertThat(load(afterKill)).isEqualTo(Ballots.ofTerm(3));
		assertThat(load(afterKill.afterPowerLoss(0))).isEqualTo(Ballots.ofTerm(3));
	}

	@Test
	void aFileThatCannotBeForcedIsNotOpened() throws IOException {
		SimulatedStateFile file = fileWithTerms(2).afterKill();
		file.failNextForceAfter(0);
		assertThatExceptionOfType(BallotStoreException.class).isThrownBy(() -> Ballots.over(file))
			.withMessageContainingAll("simulated", "Input/output error", "free space");
		assertThat(file.closed()).isFalse();
		assertThat(load(file)).isEqualTo(Ballots.ofTerm(2));
	}

	@Test
	void aFlippedBitInEitherSlotNeitherLosesNorAgesTheBallot() throws IOException {
		for (int terms = 1; terms <= 3; terms++) {
			SimulatedStateFile file = secured(terms);
			for (int slot : List.of(0, SECOND)) {
				for (int bit = 0; bit < SlotCodec.SIZE * Byte.SIZE; bit++) {
					SimulatedStateFile damaged = file.afterKill();
					damaged.flip(slot + bit / Byte.SIZE, 1 << (bit % Byte.SIZE));
					assertThat(load(damaged)).as("bit %s", bit).isEqualTo(Ballots.ofTerm(terms));
				}
			}
		}
	}

	@Test
	void oneSlotDamagedAndTheOtherOfZerosIsLostState() throws IOException {
		SimulatedStateFile file = secured(2);
		file.flip(SECOND + 30, 1);
		file.write(0, new byte[SlotCodec.SIZE]);
		assertThat(load(file)).isNull();
	}

	@Test
	void aFileOfSomethingElseIsRefusedAndLeftAsItIs() throws IOException {
		SimulatedStateFile text = new SimulatedStateFile();
		text.write(0, "notes of somebody".getBytes(StandardCharsets.UTF_8));
		byte[] before = text.content(0, 3 * SECOND);
		assertThatExceptionOfType(BallotStoreException.class).isThrownBy(() -> Ballots.over(text))
			.withMessageContainingAll("simulated", "node 'a', group 'orders', cluster 'default'",
					"is not a ballot file", "delete it",
					"will vote only after it has learned the spent terms from a quorum",
					"Never delete it on several nodes at once", "token may be repeated");
		assertThat(text.content(0, 3 * SECOND)).isEqualTo(before);
	}

	@Test
	void aFileOfANewerFormatIsRefusedWhicheverSlotSaysSo() throws IOException {
		for (int slot : List.of(0, SECOND)) {
			SimulatedStateFile file = fileWithTerms(2);
			byte[] header = file.content(slot, 16);
			ByteBuffer.wrap(header).putInt(8, 2);
			CRC32C checksum = new CRC32C();
			checksum.update(header, 0, 12);
			ByteBuffer.wrap(header).putInt(12, (int) checksum.getValue());
			file.write(slot, header);
			assertThatExceptionOfType(BallotStoreException.class).isThrownBy(() -> Ballots.over(file))
				.withMessageContainingAll("simulated", "format version 2", "reads up to 1", "newer version");
		}
	}

	@Test
	void anIdentityThatDoesNotFitIsRefusedAndHarmsNothing() throws IOException {
		SimulatedStateFile file = fileWithTerms(2);
		FileBallotStore store = Ballots.over(file);
		Ballot tooLong = new Ballot("i".repeat(256), true, 3, null, 0, 0, 0, false);
		assertThatIllegalArgumentException().isThrownBy(() -> store.save(tooLong)).withMessageContaining("256 bytes");
		store.save(Ballots.ofTerm(4));
		assertThat(load(file)).isEqualTo(Ballots.ofTerm(4));
	}

	private static SimulatedStateFile fileWithTerms(int terms) throws IOException {
		SimulatedStateFile file = new SimulatedStateFile();
		FileBallotStore store = Ballots.over(file);
		for (int term = 1; term <= terms; term++) {
			store.save(Ballots.ofTerm(term));
		}
		return file;
	}

	/** A file at rest: the newest is in both slots. */
	private static SimulatedStateFile secured(int terms) throws IOException {
		SimulatedStateFile file = new SimulatedStateFile();
		FileBallotStore store = Ballots.over(file);
		for (int term = 1; term <= terms; term++) {
			store.save(Ballots.ofTerm(term));
			store.secure();
		}
		return file;
	}

	private static @Nullable Ballot load(SimulatedStateFile file) {
		return Ballots.over(file).load();
	}

	private static void saveFails(FileBallotStore store, long term) {
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> store.save(Ballots.ofTerm(term)));
	}

}
