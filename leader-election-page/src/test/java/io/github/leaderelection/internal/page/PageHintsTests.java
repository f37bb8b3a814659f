package io.github.leaderelection.internal.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.internal.actuate.GroupDescriptor;
import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.RuntimeHints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.resource;

/**
 * Tests for {@link PageHints}.
 */
class PageHintsTests {

	private final RuntimeHints hints = new RuntimeHints();

	PageHintsTests() {
		new PageHints().registerHints(this.hints, PageHintsTests.class.getClassLoader());
	}

	@Test
	void everyFileOfThePageIsKept() throws IOException {
		try (Stream<Path> files = Files.list(Path.of("src", "main", "resources", LeaderPageEndpoint.FILES))) {
			List<String> names = files.map((file) -> file.getFileName().toString()).toList();
			assertThat(names).contains("page.html", "page.js", "page.css")
				.allSatisfy((name) -> assertThat(resource().forResource(LeaderPageEndpoint.FILES + name))
					.accepts(this.hints));
		}
	}

	@Test
	void whatIsWrittenAsJsonIsKept() throws NoSuchMethodException {
		assertThat(reflection().onMethodInvocation(PageState.class.getDeclaredMethod("view"))).accepts(this.hints);
		assertThat(reflection().onMethodInvocation(GroupDescriptor.class.getMethod("history"))).accepts(this.hints);
		assertThat(reflection().onMethodInvocation(CsrfTokens.Token.class.getDeclaredMethod("token")))
			.accepts(this.hints);
	}

}
