package io.github.leaderelection.internal.transport.link;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.CompletionException;

import io.github.leaderelection.spi.LinkLoss;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Failures}.
 */
class FailuresTests {

	@Test
	void innermostCauseIsTold() {
		assertThat(Failures.reasonOf(new CompletionException(new IOException(new ConnectException("refused")))))
			.isEqualTo("ConnectException: refused");
	}

	@Test
	void causeWithoutMessageIsNamed() {
		assertThat(Failures.reasonOf(new ClosedChannelException())).isEqualTo("ClosedChannelException");
	}

	@Test
	void unknownHostIsToldWithItsRemedy() {
		assertThat(Failures.reasonOf(new ConnectException().initCause(new UnresolvedAddressException())))
			.contains("its host name is unknown")
			.contains("correct it");
	}

	@Test
	void onlyRefusedConnectionSaysThatNobodyListens() {
		assertThat(Failures.lossOf(new ConnectException("Connection refused"))).isEqualTo(LinkLoss.REFUSED);
		assertThat(Failures.lossOf(new ConnectException("Connection timed out"))).isNull();
		assertThat(Failures.lossOf(new SocketTimeoutException())).isEqualTo(LinkLoss.SILENT);
		assertThat(Failures.lossOf(new UnresolvedAddressException())).isNull();
	}

}
