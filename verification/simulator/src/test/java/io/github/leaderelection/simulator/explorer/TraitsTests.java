package io.github.leaderelection.simulator.explorer;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link Traits} and {@link NomineePass}.
 */
class TraitsTests {

	@Test
	void numberThatCouldBeAnInstantHasToBeDeclared() {
		assertThatIllegalStateException().isThrownBy(() -> Traits.of(Undeclared.class.getRecordComponents()[0]))
			.withMessageContaining("TraitsTests$Undeclared.since")
			.withMessageContaining("Traits");
	}

	@Test
	void typeAndNameTellTheRest() {
		assertThat(Traits.of(Plain.class.getRecordComponents()[0])).isEqualTo(Trait.INSTANT);
		assertThat(Traits.of(Plain.class.getRecordComponents()[1])).isEqualTo(Trait.COUNTER);
		assertThat(Traits.of(Plain.class.getRecordComponents()[2])).isEqualTo(Trait.PART);
		assertThat(Traits.of(Plain.class.getRecordComponents()[3])).isEqualTo(Trait.FACT);
	}

	@Test
	void situationsThatAreAlikeAreEqual() {
		Facts facts = new Facts();
		Plain soon = new Plain(5, 1, null, "a");
		Plain later = new Plain(70, 1, null, "a");
		assertThat(key(facts, soon, 0)).isEqualTo(key(facts, later, 0));
		assertThat(key(facts, soon, 1)).isEqualTo(key(facts, later, 1)).isNotEqualTo(key(facts, soon, 0));
		assertThat(key(facts, soon, 0)).isNotEqualTo(key(facts, new Plain(5, 2, null, "a"), 0))
			.isNotEqualTo(key(facts, new Plain(5, 1, soon, "a"), 0))
			.isNotEqualTo(key(facts, new Plain(5, 1, null, "b"), 0));
	}

	@Test
	void counterBeyondItsBoundIsNoticed() {
		NomineePass within = new NomineePass(0, false, 3, new Key(new Facts()));
		within.part(new Plain(0, 3, new Plain(0, 2, null, "b"), "a"));
		assertThat(within.isBeyond()).isFalse();
		NomineePass beyond = new NomineePass(0, false, 3, new Key(new Facts()));
		beyond.part(new Plain(0, 3, new Plain(0, 4, null, "b"), "a"));
		assertThat(beyond.isBeyond()).isTrue();
	}

	private static Key key(Facts facts, Plain value, long elapsed) {
		Key key = new Key(facts);
		new NomineePass(elapsed, false, 9, key).part(value);
		return key;
	}

	private record Undeclared(long since) {
	}

	private record Plain(long untilNanos, int rounds, Plain inner, String name) {
	}

}
