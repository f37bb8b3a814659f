package io.github.leaderelection.internal.store.etcd;

import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;

import io.grpc.Status;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EtcdProblem}.
 */
class EtcdProblemTests {

	private static Throwable failure(Status status) {
		return new CompletionException(status.asRuntimeException());
	}

	@Test
	void connectionThatIsClosedUnderARequestIsOfTheWay() {
		ClosedChannelException outer = new ClosedChannelException();
		outer.initCause(new ClosedChannelException());
		Throwable closed = failure(Status.UNKNOWN.withDescription("channel closed").withCause(outer));
		assertThat(EtcdProblem.isOfTheWay(closed)).isTrue();
		assertThat(EtcdProblem.text(closed)).isEqualTo("etcd: UNAVAILABLE, channel closed");
	}

	@Test
	void refusalThatNobodyUnderstandsIsNotOfTheWay() {
		Throwable refused = failure(Status.UNKNOWN.withDescription("etcdserver: something new"));
		assertThat(EtcdProblem.isOfTheWay(refused)).isFalse();
		assertThat(EtcdProblem.text(refused)).isEqualTo("etcd: UNKNOWN, etcdserver: something new");
	}

	@Test
	void causeThatSaysNothingIsLeftOut() {
		assertThat(EtcdProblem.text(new TimeoutException())).isEqualTo("TimeoutException");
		assertThat(EtcdProblem.text(new IllegalStateException("why"))).isEqualTo("IllegalStateException: why");
		assertThat(EtcdProblem
			.text(failure(Status.UNAVAILABLE.withDescription("io exception").withCause(new ClosedChannelException()))))
			.isEqualTo("etcd: UNAVAILABLE, io exception");
		assertThat(EtcdProblem.text(failure(Status.UNAVAILABLE.withCause(new IllegalStateException("why")))))
			.isEqualTo("etcd: UNAVAILABLE, why");
	}

}
