package io.github.leaderelection.fencing.web;

import java.io.IOException;

import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Sends the fencing token with every request of a {@code RestClient} or
 * {@code RestTemplate} that has this interceptor. Use it only in clients of guarded
 * services, because the token goes to every server they call. Safe for use from any
 * thread.
 */
public final class FencingTokenInterceptor implements ClientHttpRequestInterceptor {

	private final FencingTokenSender sender;

	/**
	 * Creates an interceptor.
	 * @param sender creates the header
	 */
	public FencingTokenInterceptor(FencingTokenSender sender) {
		this.sender = sender;
	}

	/**
	 * Creates an interceptor for the leader of another group.
	 * @param group the other group
	 * @return another interceptor
	 */
	public FencingTokenInterceptor forGroup(String group) {
		return new FencingTokenInterceptor(this.sender.forGroup(group));
	}

	@Override
	public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
			throws IOException {
		this.sender.header(request.getMethod().name(), request.getURI())
			.ifPresent((value) -> request.getHeaders().set(FencingTokenHeader.NAME, value));
		return execution.execute(request, body);
	}

}
