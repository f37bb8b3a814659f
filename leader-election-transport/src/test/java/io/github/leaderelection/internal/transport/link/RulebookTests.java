package io.github.leaderelection.internal.transport.link;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.wire.HandshakeCodec;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.GroupRules;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Hello;
import io.github.leaderelection.internal.transport.wire.JoinFrame;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.leaderelection.spi.ForeignRules;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Rulebook}.
 */
class RulebookTests {

	private static Map<String, String> groups(int count, String rules) {
		Map<String, String> groups = new HashMap<>();
		for (int i = 0; i < count; i++) {
			groups.put("group-" + i, rules);
		}
		return groups;
	}

	@Test
	void sameRulesDoNotDiffer() {
		Rulebook book = new Rulebook(Map.of("default", "quorum", "jobs", "raft"));
		assertThat(book.differing(book.told())).isEmpty();
		assertThat(new Rulebook(Map.of()).differing(book.told())).isEmpty();
	}

	@Test
	void otherRulesDifferByGroup() {
		Rulebook own = new Rulebook(Map.of("default", "quorum", "jobs", "ring with minimum-cluster-size=2"));
		Rulebook theirs = new Rulebook(Map.of("default", "quorum", "jobs", "ring with minimum-cluster-size=1"));
		assertThat(own.differing(theirs.told())).containsExactly(Map.entry("jobs",
				new ForeignRules("ring with minimum-cluster-size=1", "ring with minimum-cluster-size=2")));
	}

	@Test
	void groupThatAMemberDoesNotHaveDoesNotDiffer() {
		Rulebook own = new Rulebook(Map.of("default", "quorum", "jobs", "raft"));
		assertThat(own.differing(new Rulebook(Map.of("default", "quorum")).told())).isEmpty();
		assertThat(own.differing(List.of())).isEmpty();
	}

	@Test
	void aThousandGroupsFitIntoAGreetingAndAreToldApart() {
		Map<String, String> rules = groups(1000, "quorum");
		Rulebook all = new Rulebook(rules);
		rules.put("group-7", "bully with minimum-cluster-size=1");
		Rulebook butOne = new Rulebook(rules);
		assertThat(butOne.told()).containsExactlyInAnyOrder(new GroupRules("quorum", List.of()),
				new GroupRules("bully with minimum-cluster-size=1", List.of("group-7")));
		assertThat(all.differing(butOne.told())).containsOnlyKeys("group-7");
		assertThat(butOne.differing(all.told())).containsOnlyKeys("group-7");
		assertThat(new Rulebook(groups(300, "raft")).differing(all.told())).hasSize(300);
	}

	@Test
	void whatFitsIntoAGreetingFitsIntoAFrame() {
		Map<String, String> rules = groups(100, "raft");
		rules.putAll(Map.of("\u00e9".repeat(50), "raft"));
		List<NodeId> members = java.util.stream.IntStream.range(0, 101)
			.mapToObj((i) -> NodeId.of("n" + i + "x".repeat(110)))
			.toList();
		Hello hello = new Hello("\u00e9".repeat(255), members.get(0), Long.MIN_VALUE, members, members.get(1),
				new Rulebook(rules).told(), "h".repeat(JoinFrame.MAX_URL));
		assertThat(new HandshakeCodec().encode(hello)).hasSizeLessThan(WireCodec.MAX_FRAME_LENGTH);
	}

	@Test
	void tooManyExceptionsAreRefusedWithTheirMeasure() {
		Map<String, String> rules = groups(400, "raft");
		for (int i = 0; i < 200; i++) {
			rules.put("group-" + i, "quorum");
		}
		assertThatIllegalArgumentException().isThrownBy(() -> new Rulebook(rules))
			.withMessageContaining("2048 characters")
			.withMessageContaining("shorter names");
	}

}
