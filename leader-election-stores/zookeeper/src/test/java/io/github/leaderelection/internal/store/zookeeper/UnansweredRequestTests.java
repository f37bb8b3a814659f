package io.github.leaderelection.internal.store.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorEvent;
import org.junit.jupiter.api.Test;
import org.mockito.Answers;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;

/**
 * Tests for requests whose failure Curator tells nobody.
 */
class UnansweredRequestTests {

	private final List<CompletableFuture<CuratorEvent>> sent = new ArrayList<>();

	private static CuratorEvent made(String node) {
		CuratorEvent event = Mockito.mock(CuratorEvent.class);
		Mockito.when(event.getName()).thenReturn(node);
		return event;
	}

	private WaitingLine line() {
		ZookeeperConnection connection = Mockito.mock(ZookeeperConnection.class);
		Mockito.when(connection.send(any())).thenAnswer((call) -> {
			CompletableFuture<CuratorEvent> answer = new CompletableFuture<>();
			this.sent.add(answer);
			return answer;
		});
		return new WaitingLine(connection, LeaseUser.NODES, Runnable::run, Long.MAX_VALUE, (ahead) -> {
		});
	}

	@Test
	void requestThatCuratorForgetsFailsAfterTheTimeout() {
		CuratorFramework client = Mockito.mock(CuratorFramework.class, Answers.RETURNS_DEEP_STUBS);
		Mockito.when(client.getZookeeperClient().getConnectionTimeoutMs()).thenReturn(20);
		ZookeeperConnection connection = new ZookeeperConnection(client, () -> {
		}, () -> {
		});
		assertThat(connection.send((curator, callback) -> {
		})).failsWithin(20, TimeUnit.SECONDS)
			.withThrowableThat()
			.withCauseInstanceOf(ZookeeperProblem.NoAnswer.class)
			.withMessageContaining("ZooKeeper did not answer within 20 ms");
	}

	@Test
	void placeIsAskedForAgainInTheNextSession() {
		WaitingLine line = line();
		CompletableFuture<String> first = line.enter();
		line.enter();
		assertThat(this.sent).hasSize(1);
		line.sessionEnded();
		CompletableFuture<String> second = line.enter();
		assertThat(this.sent).hasSize(2);
		this.sent.get(0).complete(made("/former"));
		assertThat(first).isCompletedWithValue("/former");
		assertThat(line.stands()).isFalse();
		assertThat(second).isNotDone();
		this.sent.get(1).complete(made("/next"));
		assertThat(second).isCompletedWithValue("/next");
		assertThat(line.stands()).isTrue();
	}

}
