package io.github.leaderelection.internal.transport.seal;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.github.leaderelection.internal.transport.seal.FrameKey.Opened;
import io.github.leaderelection.internal.transport.seal.SealException.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link FrameKey}, {@link FrameSealer} and {@link FrameOpener}.
 */
class FrameKeyTests {

	private static final String TEXT = "{\"v\":2,\"type\":\"HeartbeatResponse\",\"body\":{\"term\":7}}";

	private final SessionKeys session = session("a-secret-of-these-tests");

	private static SessionKeys session(String secret) {
		return new SharedSecret(secret).session(new Nonces("00".repeat(32), "0f".repeat(32)));
	}

	@Test
	void theFormIsThis() {
		FrameSealer sealer = this.session.sealer(Side.DIALLER);
		assertThat(sealer.seal(TEXT)).isEqualTo("5b903001f0eeb3c30ed82457e40aafad 1 " + TEXT);
		assertThat(sealer.seal("")).isEqualTo("063b81330febe997518b852fe0b324ea 2 ");
		assertThat(sealer.number()).isEqualTo(2);
		assertThat(this.session.answers(Side.ACCEPTOR).seal(7, "4409"))
			.isEqualTo("b3dddbd2c84cc18b304d4aee373976f5 7 4409");
	}

	@Test
	void whatIsSealedIsOpenedInItsOrder() throws SealException {
		FrameSealer sealer = this.session.sealer(Side.ACCEPTOR);
		FrameOpener opener = session("a-secret-of-these-tests").opener(Side.ACCEPTOR);
		List<String> texts = List.of(TEXT, "", TEXT + "\n" + TEXT, "x".repeat(16 * 1024), " ", "1 2 3");
		for (String text : texts) {
			String sealed = sealer.seal(text);
			assertThat(sealed.length()).isLessThanOrEqualTo(text.length() + FrameKey.OVERHEAD);
			assertThat(opener.open(sealed)).isEqualTo(text);
		}
		assertThat(opener.number()).isEqualTo(texts.size());
		assertThat(this.session.answers(Side.DIALLER).seal(999_999_999_999_999_999L, ""))
			.hasSizeLessThanOrEqualTo(FrameKey.OVERHEAD);
	}

	@Test
	void whatIsRepeatedLeftOutOrOvertakenIsRefusedAndTheNextIsOpenedAllTheSame() throws SealException {
		FrameSealer sealer = this.session.sealer(Side.DIALLER);
		FrameOpener opener = this.session.opener(Side.DIALLER);
		String first = sealer.seal("first");
		String second = sealer.seal("second");
		String third = sealer.seal("third");
		refuses(opener, second, Kind.OUT_OF_TURN);
		assertThat(opener.open(first)).isEqualTo("first");
		refuses(opener, first, Kind.OUT_OF_TURN);
		refuses(opener, third, Kind.OUT_OF_TURN);
		refuses(opener, this.session.answers(Side.DIALLER).seal(2, "second"), Kind.FORGED);
		assertThat(opener.open(second)).isEqualTo("second");
		assertThat(opener.open(third)).isEqualTo("third");
	}

	@Test
	void aSealIsBoundToSecretSessionSideAndUse() {
		String sealed = this.session.sealer(Side.DIALLER).seal(TEXT);
		refuses(this.session.opener(Side.ACCEPTOR), sealed, Kind.FORGED);
		refuses(session("another-secret").opener(Side.DIALLER), sealed, Kind.FORGED);
		SessionKeys later = new SharedSecret("a-secret-of-these-tests")
			.session(new Nonces("00".repeat(32), "1f".repeat(32)));
		refuses(later.opener(Side.DIALLER), sealed, Kind.FORGED);
		assertThat(this.session.answers(Side.DIALLER).open(sealed)).isNull();
	}

	@Test
	void everyOtherCharacterIsRefused() {
		String sealed = this.session.sealer(Side.DIALLER).seal(TEXT);
		for (int at = 0; at < sealed.length(); at++) {
			for (char other : new char[] { (char) (sealed.charAt(at) ^ 1), (char) (sealed.charAt(at) ^ 0x20), ' ', '0',
					(char) (sealed.charAt(at) | 0x100), '\ud800' }) {
				if (other != sealed.charAt(at)) {
					StringBuilder changed = new StringBuilder(sealed);
					changed.setCharAt(at, other);
					refuses(this.session.opener(Side.DIALLER), changed.toString(), Kind.FORGED);
				}
			}
		}
	}

	@Test
	void halfASurrogatePairIsNoQuestionMark() {
		String sealed = this.session.sealer(Side.DIALLER).seal("who leads?");
		refuses(this.session.opener(Side.DIALLER), sealed.replace('?', '\ud800'), Kind.FORGED);
	}

	@Test
	void everyCutOrLongerTextIsRefused() {
		String sealed = this.session.sealer(Side.DIALLER).seal(TEXT);
		for (int length = 0; length < sealed.length(); length++) {
			refuses(this.session.opener(Side.DIALLER), sealed.substring(0, length), Kind.FORGED);
			refuses(this.session.opener(Side.DIALLER), sealed.substring(length + 1), Kind.FORGED);
		}
		for (String longer : List.of(sealed + " ", " " + sealed, sealed + "\n", sealed.replace(" 1 ", " 01 "),
				sealed.replace(" 1 ", " +1 "), sealed.replace(" 1 ", " 1  "), sealed.replace(" 1 ", " -1 "),
				sealed.replace(" 1 ", " 9999999999999999999 "))) {
			refuses(this.session.opener(Side.DIALLER), longer, Kind.FORGED);
		}
	}

	/** What was read as something else stays so: nothing but the text is ever opened. */
	@Test
	void changedTextIsNeverOpened() throws SealException {
		Random random = new Random(4711);
		String spice = " 0123456789abcdef{}\n\u0000\u20ac";
		FrameOpener opener = this.session.opener(Side.DIALLER);
		FrameSealer sealer = this.session.sealer(Side.DIALLER);
		List<String> sealed = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			sealed.add(sealer.seal(TEXT + i));
		}
		int tried = 0;
		for (int i = 0; i < 20_000; i++) {
			StringBuilder text = new StringBuilder(sealed.get(random.nextInt(sealed.size())));
			for (int change = 0; change <= random.nextInt(4); change++) {
				int at = random.nextInt(text.length());
				switch (random.nextInt(3)) {
					case 0 -> text.deleteCharAt(at);
					case 1 -> text.insert(at, spice.charAt(random.nextInt(spice.length())));
					default -> text.setCharAt(at, spice.charAt(random.nextInt(spice.length())));
				}
			}
			if (!sealed.contains(text.toString())) {
				tried++;
				refuses(opener, text.toString(), Kind.FORGED);
			}
		}
		assertThat(tried).isGreaterThan(18_000);
		assertThat(opener.open(sealed.get(0))).isEqualTo(TEXT + 0);
	}

	@Test
	void numbersAndTextsAreTakenApartAsTheyWerePutTogether() {
		FrameKey key = this.session.answers(Side.DIALLER);
		for (long number : new long[] { 0, 1, 10, 999_999_999_999_999_999L }) {
			assertThat(key.open(key.seal(number, "1 x"))).isEqualTo(new Opened(number, "1 x"));
		}
	}

	private static void refuses(FrameOpener opener, String sealed, Kind kind) {
		assertThatExceptionOfType(SealException.class).isThrownBy(() -> opener.open(sealed))
			.satisfies((ex) -> assertThat(ex.kind()).isEqualTo(kind));
	}

}
