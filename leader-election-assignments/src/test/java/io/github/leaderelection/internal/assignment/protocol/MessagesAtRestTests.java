package io.github.leaderelection.internal.assignment.protocol;

import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.internal.assignment.view.Played;
import io.github.leaderelection.internal.assignment.view.Played.Player;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What workers and their leader send while nothing changes, at the default lease.
 */
class MessagesAtRestTests {

	private static final int WORKERS = 5;

	private static final int SECONDS = 60;

	@Test
	void messagesDoNotDependOnTheNumberOfPartitions() {
		int one = sentAtRest(1);
		int many = sentAtRest(1024);

		assertThat(many).isCloseTo(one, Percentage.withPercentage(5));
		assertThat(many).isPositive().isLessThanOrEqualTo(6 * WORKERS * SECONDS);
	}

	private static int sentAtRest(int partitions) {
		Played played = new Played();
		List<Player> players = Stream.of("a", "b", "c", "d", "e")
			.map((id) -> played.node(id, 1, PartitionList.counted(partitions)))
			.toList();
		played.lead(players.get(0));
		played.pass(10 * Played.SECOND);
		assertThat(players.stream().mapToInt((each) -> each.owned().size()).sum()).isEqualTo(partitions);
		int before = sent(players);
		played.pass(SECONDS * Played.SECOND);
		return sent(players) - before;
	}

	private static int sent(List<Player> players) {
		return players.stream().mapToInt(Player::sent).sum();
	}

}
