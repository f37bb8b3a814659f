package io.github.leaderelection.internal.store.kubernetes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import javax.net.ssl.SSLHandshakeException;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ApiClient}.
 */
class ApiClientTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final List<KubernetesClient> opened = new ArrayList<>();

	private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);

	private CompletableFuture<HttpResponse<String>> outcome = CompletableFuture
		.failedFuture(new SSLHandshakeException("unable to find a valid certification path"));

	private final ApiClient client = new ApiClient(Mockito.mock(Config.class), (config, threads) -> open(),
			this.nanos::get);

	@AfterEach
	void close() {
		this.client.close();
	}

	private KubernetesClient open() {
		HttpRequest.Builder builder = Mockito.mock(HttpRequest.Builder.class, Mockito.RETURNS_SELF);
		Mockito.doReturn(Mockito.mock(HttpRequest.class)).when(builder).build();
		HttpClient http = Mockito.mock(HttpClient.class);
		Mockito.when(http.newHttpRequestBuilder()).thenReturn(builder);
		Mockito.when(http.sendAsync(Mockito.any(), Mockito.eq(String.class))).thenAnswer((call) -> this.outcome);
		KubernetesClient made = Mockito.mock(KubernetesClient.class);
		Mockito.when(made.getHttpClient()).thenReturn(http);
		this.opened.add(made);
		return made;
	}

	private static <T> HttpResponse<T> response() {
		@SuppressWarnings("unchecked")
		HttpResponse<T> response = Mockito.mock(HttpResponse.class);
		Mockito.when(response.code()).thenReturn(ApiAnswer.OK);
		return response;
	}

	/** How many connections there have been after so many attempts, a second each. */
	private int openedAfter(int seconds) {
		for (int i = 0; i < seconds; i++) {
			this.nanos.addAndGet(TimeUnit.SECONDS.toNanos(1) + 1);
			fail();
		}
		return this.opened.size();
	}

	private void fail() {
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(() -> this.client.send("GET", "leases", null, PATIENCE).join())
			.withCauseInstanceOf(SSLHandshakeException.class);
		// What the failure has done later, is done.
		CompletableFuture<Void> later = new CompletableFuture<>();
		this.client.later(() -> later.complete(null), 0);
		later.join();
	}

	@Test
	void renewalsThatDoNotHelpArePutOffLongerAndLonger() {
		assertThat(openedAfter(1)).isEqualTo(2);
		assertThat(openedAfter(2)).isEqualTo(3);
		assertThat(openedAfter(3)).isEqualTo(3);
		assertThat(openedAfter(1)).isEqualTo(4);
		assertThat(openedAfter(600)).isBetween(13, 17);
	}

	@Test
	void answerHasTheNextRenewalComeSoon() {
		openedAfter(15);
		int before = this.opened.size();
		CompletableFuture<HttpResponse<String>> failed = this.outcome;
		HttpResponse<String> good = response();
		Mockito.when(good.previousResponse()).thenReturn(Optional.empty());
		this.outcome = CompletableFuture.completedFuture(good);
		this.client.send("GET", "leases", null, PATIENCE).join();
		this.outcome = failed;
		assertThat(openedAfter(1)).isEqualTo(before + 1);
	}

	@Test
	void connectionsThatWereReplacedEndWithTheStore() {
		openedAfter(1);
		this.client.close();
		this.opened.forEach((made) -> Mockito.verify(made).close());
	}

	@Test
	void tokenIsInNoProblem() {
		assertThat(ApiClient
			.problem(new IllegalArgumentException("invalid header value: \"Bearer eyJhbGciOi.J9\nsecond\"")))
			.isEqualTo("IllegalArgumentException: invalid header value: \"Bearer ******\"");
		assertThat(ApiClient.problem(new UnclearAnswerException("Bearer\teyJ"))).isEqualTo("Bearer ******");
	}

}
