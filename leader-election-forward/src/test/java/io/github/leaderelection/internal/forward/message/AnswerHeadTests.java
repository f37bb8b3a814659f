package io.github.leaderelection.internal.forward.message;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mockito.BDDMockito;
import org.mockito.Mockito;

import org.springframework.http.server.RequestPath;

/**
 * Tests for {@link AnswerHead}.
 */
class AnswerHeadTests {

	private static final String LEADER = "http://host-a:8080";

	private final ClientRequest request = Mockito.mock(ClientRequest.class);

	private final AnswerTarget target = Mockito.mock(AnswerTarget.class);

	@ParameterizedTest
	@CsvSource({ "/x, '', /x", "//evil.example/x, '', http://host-a:8080//evil.example/x",
			"//evil.example/x, /app, /app//evil.example/x" })
	void pathOfARedirectToTheLeaderNeverNamesAnotherHost(String path, String prefix, String expected) {
		BDDMockito.given(this.request.path()).willReturn(RequestPath.parse(prefix + "/asked", prefix));
		HttpResponse<?> answer = Mockito.mock(HttpResponse.class);
		BDDMockito.given(answer.statusCode()).willReturn(302);
		BDDMockito.given(answer.headers())
			.willReturn(HttpHeaders.of(Map.of("Location", List.of(LEADER + path)), (name, value) -> true));
		AnswerHead.copy(answer, URI.create(LEADER), this.request, this.target);
		BDDMockito.then(this.target).should().set("Location", expected);
	}

}
