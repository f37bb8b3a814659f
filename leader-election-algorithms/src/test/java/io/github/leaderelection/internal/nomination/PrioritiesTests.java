package io.github.leaderelection.internal.nomination;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which elections know witnesses and preemption.
 */
class PrioritiesTests {

	private static final NodeId SELF = NodeId.of("a");

	private final ElectionSettings settings = ElectionSettings
		.of("cluster", "group", SELF, List.of(SELF, NodeId.of("b"), NodeId.of("c")))
		.build();

	static Set<String> layered() {
		Set<String> names = new TreeSet<>(Algorithm.names());
		names.remove(Algorithm.DEFAULT);
		return names;
	}

	@Test
	void theDefaultElectionKnowsBoth() {
		assertThatCode(
				() -> Algorithm.named(Algorithm.DEFAULT).check(this.settings.but().priority(0).preempt(true).build()))
			.doesNotThrowAnyException();
	}

	@ParameterizedTest
	@MethodSource("layered")
	void theOthersKnowWitnessesAndRefusePreemption(String name) {
		Algorithm algorithm = Algorithm.named(name);
		assertThatCode(() -> algorithm.check(this.settings.but().priority(0).build())).doesNotThrowAnyException();
		assertThatExceptionOfType(InvalidSettingException.class)
			.isThrownBy(() -> algorithm.check(this.settings.but().preempt(true).build()))
			.withMessageContaining("The election '" + name + "' does not hand leadership over for a priority")
			.withMessageContaining("use the election 'quorum'");
	}

	@Test
	void aLeaseInAStoreKnowsNeither() {
		Algorithm lease = Algorithm.named(Algorithm.LEASE);
		assertThatExceptionOfType(InvalidSettingException.class)
			.isThrownBy(() -> lease.check(this.settings.but().priority(0).build()))
			.withMessageContaining("knows no witnesses");
		assertThatExceptionOfType(InvalidSettingException.class)
			.isThrownBy(() -> lease.check(this.settings.but().preempt(true).build()))
			.withMessageContaining("does not hand leadership over for a priority");
	}

	@Test
	void theOnlyMemberIsNoWitness() {
		assertThatExceptionOfType(InvalidSettingException.class)
			.isThrownBy(() -> ElectionSettings.of("cluster", "group", SELF, List.of(SELF)).priority(0).build())
			.withMessageContaining("has no other member to vote for");
	}

}
