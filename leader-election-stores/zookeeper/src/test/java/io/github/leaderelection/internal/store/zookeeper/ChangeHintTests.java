package io.github.leaderelection.internal.store.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.curator.framework.api.CuratorEvent;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;

/**
 * Tests for a {@link ChangeHint}.
 */
class ChangeHintTests {

	private final List<CompletableFuture<CuratorEvent>> sent = new ArrayList<>();

	private final AtomicInteger changes = new AtomicInteger();

	private final ZookeeperConnection connection = Mockito.mock(ZookeeperConnection.class);

	private final ChangeHint hint = new ChangeHint(this.connection, "/released");

	@BeforeEach
	void connect() {
		this.hint.listeners().add((record) -> this.changes.incrementAndGet());
		Mockito.when(this.connection.isConnected()).thenReturn(true);
		Mockito.when(this.connection.send(any())).thenAnswer((call) -> {
			CompletableFuture<CuratorEvent> answer = new CompletableFuture<>();
			this.sent.add(answer);
			return answer;
		});
	}

	/** The server has armed the watch that was asked for last. */
	private void answer(Code code, long change) {
		CuratorEvent event = Mockito.mock(CuratorEvent.class);
		Mockito.when(event.getResultCode()).thenReturn(code.intValue());
		Stat stat = new Stat();
		stat.setMzxid(change);
		Mockito.when(event.getStat()).thenReturn(stat);
		this.sent.get(this.sent.size() - 1).complete(event);
	}

	@Test
	void nothingIsToldWithoutAConnection() {
		this.hint.arm();
		assertThat(this.hint.isArmed()).isFalse();
		answer(Code.OK, 1);
		assertThat(this.hint.isArmed()).isTrue();
		Mockito.when(this.connection.isConnected()).thenReturn(false);
		assertThat(this.hint.isArmed()).isFalse();
	}

	@Test
	void nothingIsToldInTheNextSessionBeforeItsServerKnows() {
		this.hint.arm();
		answer(Code.OK, 1);
		Mockito.when(this.connection.client()).thenReturn(1L);
		assertThat(this.hint.isArmed()).isFalse();
		this.hint.arm();
		answer(Code.CONNECTIONLOSS, 0);
		assertThat(this.hint.isArmed()).isFalse();
		this.hint.arm();
		answer(Code.OK, 1);
		assertThat(this.hint.isArmed()).isTrue();
		assertThat(this.changes).hasValue(0);
	}

	@Test
	void changeBetweenTwoSessionsIsToldAfterwards() {
		this.hint.arm();
		answer(Code.OK, 1);
		Mockito.when(this.connection.client()).thenReturn(1L);
		this.hint.arm();
		answer(Code.OK, 2);
		assertThat(this.changes).hasValue(1);
	}

}
