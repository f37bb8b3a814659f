package io.github.leaderelection.internal.transport.spi;

import java.net.URI;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BaseUrl}.
 */
class BaseUrlTests {

	@ParameterizedTest
	@ValueSource(strings = { "http://host:1", "https://host-a.example:8443/app", "http://[::1]:8080",
			"http://10.0.0.1:1", "HTTP://Host:1" })
	void whatABaseUrlIs(String url) {
		assertThat(BaseUrl.parse(url)).isEqualTo(URI.create(url));
		assertThat(BaseUrl.flaw(URI.create(url))).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://host", "ftp://host:1", "http://host:0", "http://host:70000", "http://me@host:1",
			"http://host:1?x", "http://host:1#x", "host:1", "/path", "http://my_host:1", "http://host :1", "x" })
	void whatABaseUrlIsNot(String url) {
		assertThat(BaseUrl.parse(url)).isNull();
	}

	@Test
	void theFlawIsNamed() {
		assertThat(BaseUrl.flaw(URI.create("ftp://host:1"))).contains("http://");
		assertThat(BaseUrl.flaw(URI.create("http://my_host:1"))).contains("'_'");
		assertThat(BaseUrl.flaw(URI.create("http:/path"))).contains("no host");
		assertThat(BaseUrl.flaw(URI.create("http://host:70000"))).contains("65535");
		assertThat(BaseUrl.flaw(URI.create("http://host:1?x"))).contains("other than");
	}

}
