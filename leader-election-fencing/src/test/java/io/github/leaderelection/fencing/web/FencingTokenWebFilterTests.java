package io.github.leaderelection.fencing.web;

import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.fencing.InMemoryFencingGuard;
import io.github.leaderelection.fencing.StaleTokenException;
import io.github.leaderelection.fencing.web.FencingSignature.Scope;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.WebFilterChain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link FencingTokenWebFilter}.
 */
class FencingTokenWebFilterTests {

	private static final String FIFTEEN = "15;group=\"billing\"";

	private static final String FOURTEEN = "14;group=\"billing\"";

	private final AtomicInteger handled = new AtomicInteger();

	private final FencingSignature signature = new FencingSignature(Scope.REQUEST, "known-to-leaders-only");

	private FencingTokenWebFilter filter = filter(false, null, FencedResource.OF_GROUP, "/*");

	private WebFilterChain chain = (exchange) -> Mono.fromRunnable(this.handled::incrementAndGet);

	private static FencingTokenWebFilter filter(boolean required, @Nullable FencingSignature signed,
			FencedResource resource, String... patterns) {
		return new FencingTokenWebFilter(new InMemoryFencingGuard(), new FencingFilterRules(Set.of("billing"), required,
				signed, resource, (request) -> request.path().equals("/exempt")), List.of(patterns));
	}

	private MockServerHttpResponse post(String path, String... tokens) {
		MockServerHttpRequest.BodyBuilder request = MockServerHttpRequest.method(HttpMethod.POST, URI.create(path));
		request.header(FencingTokenHeader.NAME, tokens);
		MockServerWebExchange exchange = MockServerWebExchange.from(request);
		this.filter.filter(exchange, this.chain).block();
		return exchange.getResponse();
	}

	private static int status(MockServerHttpResponse response) {
		return (response.getStatusCode() != null) ? response.getStatusCode().value() : 200;
	}

	@Test
	void staleTokenIsRefusedBeforeTheRequestIsHandled() {
		assertThat(status(post("/entries", FIFTEEN))).isEqualTo(200);
		MockServerHttpResponse response = post("/entries", FOURTEEN);
		assertThat(status(response)).isEqualTo(409);
		assertThat(response.getHeaders().getContentType()).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
		assertThat(response.getBodyAsString().block()).contains("\"status\":409", "\"resource\":\"billing\"",
				"\"token\":14", "\"highest\":15", "Stale fencing token");
		assertThat(this.handled).hasValue(1);
		assertThat(this.filter.count(FencingOutcome.STALE)).isOne();
		assertThat(this.filter.count(FencingOutcome.ADMITTED)).isOne();
	}

	@Test
	void theHandlerFindsTheCheckedToken() {
		this.chain = (exchange) -> {
			FencingTokenHeader header = exchange.getRequiredAttribute(FencingTokenWebFilter.ATTRIBUTE);
			this.handled.set((int) header.token());
			return Mono.empty();
		};
		post("/entries", FIFTEEN);
		assertThat(this.handled).hasValue(15);
	}

	@Test
	void aTokenThatIsMissingForeignRepeatedOrUnsignedIsRefused() {
		this.filter = filter(true, this.signature, FencedResource.OF_GROUP, "/*");
		assertThat(status(post("/entries"))).isEqualTo(FencingOutcome.MISSING.status().value());
		assertThat(status(post("/entries", "15;group=\"mail\""))).isEqualTo(FencingOutcome.FOREIGN.status().value());
		assertThat(status(post("/entries", FIFTEEN, FIFTEEN))).isEqualTo(400);
		assertThat(status(post("/entries", FIFTEEN))).isEqualTo(FencingOutcome.UNSIGNED.status().value());
		assertThat(this.handled).hasValue(0);
		assertThat(status(post("/exempt"))).isEqualTo(200);
		assertThat(this.handled).hasValue(1);
	}

	@Test
	void aHandlerThatFindsAStaleTokenIsAnsweredInTheSameWay() {
		this.chain = (exchange) -> Mono.error(new IllegalStateException(new StaleTokenException("ledger", 14, 15)));
		assertThat(status(post("/entries", FIFTEEN))).isEqualTo(409);
		this.chain = (exchange) -> Mono.error(new IllegalStateException("broken"));
		assertThatIllegalStateException().isThrownBy(() -> post("/entries", FIFTEEN)).withMessage("broken");
		assertThat(this.filter.count(FencingOutcome.ADMITTED)).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/w/x", "/w/%78", "/w//x", "/w/./x", "/v/../w/x", "/w/x/", "/w/x;a=b", "/w/%zz" })
	void aPathIsCheckedHoweverItIsWritten(String path) {
		assertThat(new UrlPatterns(List.of("/w/*")).match(new Written(path))).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/w/../x", "/w/%2e%2e/x", "/w/..", "/w/./../x", "/w/..;a=b/x" })
	void aPathIsCheckedThoughARouterTakesItsDotsForAValue(String path) {
		assertThat(new UrlPatterns(List.of("/w/*")).match(new Written(path))).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "/*, /, true", "/, /x, true", "/w/*, /w, true", "/w/*, /wx, false", "/w, /w, true", "/w, /w/x, false",
			"*.do, /a/b.do, true", "*.do, /a/b.dot, false" })
	void patternsMeanWhatTheyMeanToServlets(String pattern, String path, boolean matches) {
		assertThat(new UrlPatterns(List.of(pattern)).match(new Written(path))).isEqualTo(matches);
	}

	@Test
	void aPatternThatIsNoneIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new UrlPatterns(List.of("w/*")))
			.withMessageContaining("'w/*'");
	}

	/**
	 * A request of which only the path counts.
	 */
	private record Written(String path) implements FencedResource.Request {

		@Override
		public String method() {
			return "POST";
		}

		@Override
		public String contextPath() {
			return "";
		}

		@Override
		public @Nullable String query() {
			return null;
		}

		@Override
		public List<String> headers(String name) {
			return List.of();
		}

	}

}
