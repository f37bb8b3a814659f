package io.github.leaderelection.internal.store.zookeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.apache.curator.framework.api.CuratorEvent;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;

/**
 * Tests for a {@link LeaseWatch}.
 */
class LeaseWatchTests {

	private final List<CompletableFuture<CuratorEvent>> sent = new ArrayList<>();

	private void answer(String node, List<String> children) {
		CuratorEvent event = Mockito.mock(CuratorEvent.class);
		Mockito.when(event.getName()).thenReturn(node);
		Mockito.when(event.getChildren()).thenReturn(children);
		Mockito.when(event.getStat()).thenReturn(new Stat());
		this.sent.get(this.sent.size() - 1).complete(event);
	}

	@Test
	void nothingIsToldBeforeItIsKnownHowManyStandBefore() {
		ZookeeperConnection connection = Mockito.mock(ZookeeperConnection.class);
		Mockito.when(connection.isConnected()).thenReturn(true);
		Mockito.when(connection.send(any())).thenAnswer((call) -> {
			CompletableFuture<CuratorEvent> answer = new CompletableFuture<>();
			this.sent.add(answer);
			return answer;
		});
		LeaseWatch watch = new LeaseWatch(connection, LeaseUser.NODES, Recipe.SEQUENTIAL, Runnable::run,
				new Turns(Duration.ofMinutes(1)));
		watch.begin();
		answer(null, null);
		watch.line().enter();
		answer("/waiting/a-7", null);
		assertThat(watch.line().stands()).isTrue();
		assertThat(watch.tellsChanges()).as("to one that may have to be woken").isFalse();
		answer(null, List.of("a-7"));
		assertThat(watch.tellsChanges()).as("before the server knows of the next watch").isFalse();
		answer(null, null);
		assertThat(watch.tellsChanges()).isTrue();
	}

}
