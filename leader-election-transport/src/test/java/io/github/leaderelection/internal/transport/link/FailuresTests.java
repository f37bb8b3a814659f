package io.github.leaderelection.internal.transport.link;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.util.concurrent.CompletionException;

import javax.net.ssl.SSLException;

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
	void memberThatStartsOrStopsIsNoException() {
		assertThat(Failures.reasonOf(new IOException(new EOFException()))).contains("starts or stops")
			.doesNotContain("Exception");
	}

	@Test
	void unknownHostIsToldWithItsRemedy() {
		assertThat(Failures.reasonOf(new ConnectException().initCause(new UnresolvedAddressException())))
			.contains("its host name is unknown")
			.contains("correct it");
	}

	@Test
	void failureOfTlsIsToldWithItsRemedyUnlessTheOtherSideJustWent() {
		SSLException untrusted = new SSLException("no path",
				new CertificateException("No name matching localhost found"));
		assertThat(Failures.reasonOf(new IOException(untrusted)))
			.startsWith("CertificateException: No name matching localhost found. TLS failed: let "
					+ "leader-election.transport.ssl.bundle of each node have a certificate");
		assertThat(Failures.reasonOf(new SSLException("Unsupported or unrecognized SSL message")))
			.contains("The other side speaks no TLS");
		assertThat(Failures.reasonOf(new SSLException("Remote host terminated the handshake")))
			.isEqualTo("SSLException: Remote host terminated the handshake");
	}

	@Test
	void onlyRefusedConnectionSaysThatNobodyListens() {
		assertThat(Failures.lossOf(new ConnectException("Connection refused"))).isEqualTo(LinkLoss.REFUSED);
		assertThat(Failures.lossOf(new ConnectException("Connection timed out"))).isNull();
		assertThat(Failures.lossOf(new SocketTimeoutException())).isEqualTo(LinkLoss.SILENT);
		assertThat(Failures.lossOf(new UnresolvedAddressException())).isNull();
	}

}
