package io.github.leaderelection.fencing.web;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.fencing.InMemoryFencingGuard;
import io.github.leaderelection.fencing.StaleTokenException;
import io.github.leaderelection.fencing.web.FencingSignature.Scope;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link FencingTokenFilter}.
 */
@ExtendWith(OutputCaptureExtension.class)
class FencingTokenFilterTests {

	private final InMemoryFencingGuard guard = new InMemoryFencingGuard();

	private final AtomicInteger handled = new AtomicInteger();

	private final FencingSignature signature = new FencingSignature(Scope.REQUEST, "known-to-leaders-only");

	private FencingTokenFilter filter = filter(false, null, FencedResource.OF_GROUP);

	private FencingTokenFilter filter(boolean required, @Nullable FencingSignature signed, FencedResource resource) {
		return new FencingTokenFilter(this.guard, new FencingFilterRules(Set.of("billing", "mail"), required, signed,
				resource, (request) -> request.path().equals("/leader-election")));
	}

	@Test
	void staleTokenIsRefusedBeforeTheRequestIsHandled() throws Exception {
		assertThat(post("/entries", "15;group=\"billing\"").getStatus()).isEqualTo(200);
		MockHttpServletResponse response = post("/entries", "14;group=\"billing\"");
		assertThat(response.getStatus()).isEqualTo(409);
		assertThat(response.getContentType()).isEqualTo("application/problem+json");
		assertThat(response.getContentAsString()).contains("\"status\":409", "\"resource\":\"billing\"", "\"token\":14",
				"\"highest\":15", "Stale fencing token");
		assertThat(post("/entries", "15;group=\"billing\"").getStatus()).isEqualTo(200);
		assertThat(this.handled).hasValue(2);
		assertThat(this.filter.count(FencingOutcome.STALE)).isEqualTo(1);
		assertThat(this.filter.count(FencingOutcome.ADMITTED)).isEqualTo(2);
	}

	@Test
	void handlerFindsTheTokenThatWasChecked() throws Exception {
		MockHttpServletRequest request = request("POST", "/entries", "15;group=\"billing\"");
		this.filter.doFilter(request, new MockHttpServletResponse(),
				(seen, response) -> this.handled.incrementAndGet());
		assertThat(request.getAttribute(FencingTokenFilter.ATTRIBUTE))
			.isEqualTo(new FencingTokenHeader(15, "billing", null));
		assertThat(this.handled).hasValue(1);
	}

	@Test
	void tokensOfDifferentGroupsDoNotCompare() throws Exception {
		assertThat(post("/entries", "15;group=\"billing\"").getStatus()).isEqualTo(200);
		assertThat(post("/entries", "3;group=\"mail\"").getStatus()).isEqualTo(200);
		assertThat(this.guard.highest("billing")).hasValue(15);
		assertThat(this.guard.highest("mail")).hasValue(3);
	}

	@Test
	void tokenOfAnotherGroupIsRefused() throws Exception {
		assertThat(post("/entries", "15;group=\"stranger\"").getStatus()).isEqualTo(403);
		assertThat(this.guard.highest("stranger")).isEmpty();
		assertThat(this.filter.count(FencingOutcome.FOREIGN)).isEqualTo(1);
	}

	@Test
	void pathsAreToldApartIfWanted() throws Exception {
		this.filter = filter(false, null, FencedResource.OF_PATH);
		assertThat(post("/entries", "15;group=\"billing\"").getStatus()).isEqualTo(200);
		assertThat(post("/others", "14;group=\"billing\"").getStatus()).isEqualTo(200);
		assertThat(post("/entries", "14;group=\"billing\"").getStatus()).isEqualTo(409);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/w/%78", "/w/x;a=b", "/w;c/x", "//w/x", "/w//x", "/./w/x", "/w/./x", "/w/x/", "/w/x//",
			"/w/y/../x", "/%77/x", "/w/%2e/x", "/w/x/." })
	void aPathIsOneResourceHoweverItIsWritten(String path) throws Exception {
		this.filter = filter(false, null, FencedResource.OF_PATH);
		assertThat(post("/w/x", "15;group=\"billing\"").getStatus()).isEqualTo(200);
		assertThat(post(path, "14;group=\"billing\"").getStatus()).isEqualTo(409);
		assertThat(post("/w/x+y", "14;group=\"billing\"").getStatus()).isEqualTo(200);
		assertThat(post("/w/x%zz", "15;group=\"billing\"").getStatus()).isEqualTo(400);
	}

	@Test
	void oneResourceMoreThanTheGuardKnowsIsUnavailableAndToldOfOnce(CapturedOutput output) throws Exception {
		this.filter = new FencingTokenFilter(new InMemoryFencingGuard(1),
				new FencingFilterRules(Set.of("billing"), false, null, FencedResource.OF_PATH, (request) -> false));
		assertThat(post("/first", "15;group=\"billing\"").getStatus()).isEqualTo(200);
		for (int i = 0; i < 3; i++) {
			MockHttpServletResponse refused = post("/second" + i, "15;group=\"billing\"");
			assertThat(refused.getStatus()).isEqualTo(503);
			assertThat(refused.getContentAsString()).contains("Fencing guard full");
		}
		assertThat(post("/first", "15;group=\"billing\"").getStatus()).isEqualTo(200);
		assertThat(this.filter.count(FencingOutcome.UNGUARDED)).isEqualTo(3);
		assertThat(output.getOut().split("max-resources", -1)).hasSize(2);
	}

	@Test
	void headerThatCannotBeReadIsABadRequest() throws Exception {
		MockHttpServletResponse response = post("/entries", "fifteen");
		assertThat(response.getStatus()).isEqualTo(400);
		assertThat(response.getContentAsString()).contains("character 1");
		MockHttpServletRequest twice = request("POST", "/entries", "15;group=\"billing\"");
		twice.addHeader(FencingTokenHeader.NAME, "16;group=\"billing\"");
		assertThat(send(twice).getStatus()).isEqualTo(400);
		assertThat(this.handled).hasValue(0);
		assertThat(this.guard.highest("billing")).isEmpty();
		assertThat(this.filter.count(FencingOutcome.MALFORMED)).isEqualTo(2);
	}

	@Test
	void requestWithoutATokenPassesUnlessOneIsRequired() throws Exception {
		assertThat(post("/entries", null).getStatus()).isEqualTo(200);
		this.filter = filter(true, null, FencedResource.OF_GROUP);
		assertThat(post("/entries", null).getStatus()).isEqualTo(428);
		assertThat(send(request("DELETE", "/entries", null)).getStatus()).isEqualTo(428);
		assertThat(send(request("GET", "/entries", null)).getStatus()).isEqualTo(200);
		assertThat(post("/leader-election", null).getStatus()).isEqualTo(200);
		assertThat(this.filter.count(FencingOutcome.MISSING)).isEqualTo(2);
	}

	@Test
	void forgedTokenIsRefusedAndLocksNobodyOut() throws Exception {
		this.filter = filter(false, this.signature, FencedResource.OF_GROUP);
		FencingTokenHeader token = new FencingTokenHeader(15, "billing", null);
		String signed = this.signature.sign(token, "POST", "/entries?day=1").value();
		assertThat(post("/entries", "999999999999999;group=\"billing\"").getStatus()).isEqualTo(403);
		assertThat(send(query("/entries", "day=1", signed.replace("15;", "16;"))).getStatus()).isEqualTo(403);
		assertThat(send(query("/entries", "day=2", signed)).getStatus()).isEqualTo(403);
		assertThat(send(query("/others", "day=1", signed)).getStatus()).isEqualTo(403);
		assertThat(this.guard.highest("billing")).isEmpty();
		assertThat(send(query("/entries", "day=1", signed)).getStatus()).isEqualTo(200);
		assertThat(this.filter.count(FencingOutcome.UNSIGNED)).isEqualTo(4);
	}

	@Test
	void requestThatIsReplayedPassesUntilANewerLeaderWasSeen() throws Exception {
		this.filter = filter(false, this.signature, FencedResource.OF_GROUP);
		String overheard = this.signature.sign(new FencingTokenHeader(15, "billing", null), "POST", "/entries").value();
		String newer = this.signature.sign(new FencingTokenHeader(16, "billing", null), "POST", "/entries").value();
		assertThat(post("/entries", overheard).getStatus()).isEqualTo(200);
		assertThat(post("/entries", overheard).getStatus()).isEqualTo(200);
		assertThat(post("/entries", newer).getStatus()).isEqualTo(200);
		assertThat(post("/entries", overheard).getStatus()).isEqualTo(409);
	}

	@Test
	void staleTokenThatTheHandlerFindsIsAConflictToo() throws Exception {
		MockHttpServletResponse response = new MockHttpServletResponse();
		this.filter.doFilter(request("POST", "/entries", "15;group=\"billing\""), response, (seen, answer) -> {
			((HttpServletResponse) answer).setHeader("X-Kept", "yes");
			answer.getWriter().write("half an answer");
			throw new ServletException(new IllegalStateException(new StaleTokenException("ledger", 15, 17)));
		});
		assertThat(response.getStatus()).isEqualTo(409);
		assertThat(response.getHeader("X-Kept")).isEqualTo("yes");
		assertThat(response.getContentAsString()).startsWith("{").contains("\"resource\":\"ledger\"", "\"highest\":17");
		assertThat(this.filter.count(FencingOutcome.STALE)).isEqualTo(1);
	}

	@Test
	void otherFailuresOfTheHandlerAreLeftAlone() {
		FilterChain failing = (request, response) -> {
			throw new ServletException("other");
		};
		assertThatExceptionOfType(ServletException.class).isThrownBy(
				() -> this.filter.doFilter(request("POST", "/entries", null), new MockHttpServletResponse(), failing))
			.withMessage("other");
	}

	private MockHttpServletResponse post(String path, @Nullable String token) throws ServletException, IOException {
		return send(request("POST", path, token));
	}

	private static MockHttpServletRequest request(String method, String path, @Nullable String token) {
		MockHttpServletRequest request = new MockHttpServletRequest(method, path);
		if (token != null) {
			request.addHeader(FencingTokenHeader.NAME, token);
		}
		return request;
	}

	private static MockHttpServletRequest query(String path, String query, String token) {
		MockHttpServletRequest request = request("POST", path, token);
		request.setQueryString(query);
		return request;
	}

	private MockHttpServletResponse send(MockHttpServletRequest request) throws ServletException, IOException {
		MockHttpServletResponse response = new MockHttpServletResponse();
		this.filter.doFilter(request, response, (seen, answer) -> this.handled.incrementAndGet());
		return response;
	}

}
