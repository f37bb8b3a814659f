package io.github.leaderelection.internal.crashdetection;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whether two ends of a connection see the same.
 */
class SightTests {

	private static final Surroundings HERE = new Surroundings("boot-1", "net:[1]");

	private static final Sight LOCAL = new Sight("127.0.0.1|50", "127.0.0.1|60", true, HERE);

	private static Sight other(String local, String remote, Surroundings where) {
		return new Sight(local, remote, false, where);
	}

	@Test
	void bothSeeTheSame() {
		assertThat(LOCAL.difference(other("127.0.0.1|60", "127.0.0.1|50", HERE))).isNull();
	}

	@Test
	void anyOtherAddressOrPortIsADifference() {
		assertThat(LOCAL.difference(other("127.0.0.1|61", "127.0.0.1|50", HERE))).contains("127.0.0.1|61");
		assertThat(LOCAL.difference(other("127.0.0.1|60", "127.0.0.1|51", HERE))).contains("127.0.0.1|51");
		assertThat(LOCAL.difference(other("10.0.0.1|60", "127.0.0.1|50", HERE))).contains("translated");
	}

	@Test
	void loopbackNeedsOneNetworkNamespaceOfOneKernel() {
		for (Surroundings elsewhere : List.of(new Surroundings("boot-2", "net:[1]"),
				new Surroundings("boot-1", "net:[2]"))) {
			assertThat(LOCAL.difference(other("127.0.0.1|60", "127.0.0.1|50", elsewhere))).contains("namespace");
		}
	}

	@Test
	void whatCannotBeReadIsNotTheSame() {
		Surroundings unknown = new Surroundings(Surroundings.UNKNOWN, Surroundings.UNKNOWN);
		Sight blind = new Sight("127.0.0.1|50", "127.0.0.1|60", true, unknown);
		assertThat(blind.difference(other("127.0.0.1|60", "127.0.0.1|50", unknown))).contains("namespace");
	}

	@Test
	void otherAddressesNeedNotShareAKernel() {
		Sight far = new Sight("10.0.0.1|50", "10.0.0.2|60", false, HERE);
		assertThat(far.difference(other("10.0.0.2|60", "10.0.0.1|50", new Surroundings("boot-2", "net:[2]")))).isNull();
	}

	@Test
	void wordsAreReadAgain() {
		assertThat(Sight.parse(List.of(LOCAL.words().split(" "))).words()).isEqualTo(LOCAL.words());
		assertThat(LOCAL.words().split(" ")).hasSize(Sight.WORDS);
	}

}
