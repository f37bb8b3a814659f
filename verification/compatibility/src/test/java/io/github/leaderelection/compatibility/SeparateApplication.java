package io.github.leaderelection.compatibility;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The application on a class path of its own, with the starter and all it brings, or
 * without.
 */
final class SeparateApplication {

	/** What an application that has all the other starters does not have without ours. */
	private static final List<Pattern> BROUGHT = List.of(Pattern
		.compile(".*/leader-election-(core|autoconfigure|fencing|forward|spring-boot-starter|stores/jdbc)/target/.*"),
			Pattern.compile(".*/resilience4j-[a-z]+-[^/]*\\.jar"),
			Pattern.compile(".*/spring-boot(-starter)?-websocket-[^/]*\\.jar"),
			Pattern.compile(".*/spring-(websocket|messaging)-[^/]*\\.jar"));

	/** Modules for other tests, which no starter brings. */
	private static final Pattern LEFT_OUT = Pattern
		.compile(".*/leader-election-(assignments|metadata|node-fencing)/target/.*");

	private SeparateApplication() {
	}

	static List<String> classPath(boolean withStarter) {
		List<String> all = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
			.filter((entry) -> !isOf(LEFT_OUT, entry))
			.toList();
		if (withStarter) {
			return all;
		}
		assertThat(BROUGHT).allSatisfy((brought) -> assertThat(all).anyMatch((entry) -> isOf(brought, entry)));
		return all.stream().filter((entry) -> BROUGHT.stream().noneMatch((brought) -> isOf(brought, entry))).toList();
	}

	private static boolean isOf(Pattern brought, String entry) {
		return brought.matcher(entry + "/").matches() || brought.matcher(entry).matches();
	}

	@SuppressWarnings("unchecked")
	static Map<String, Map<String, String>> snapshot(boolean withStarter, String... arguments) throws Exception {
		List<URL> urls = new ArrayList<>();
		for (String entry : classPath(withStarter)) {
			urls.add(url(entry));
		}
		try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new),
				ClassLoader.getPlatformClassLoader())) {
			return (Map<String, Map<String, String>>) loader
				.loadClass("io.github.leaderelection.compatibility.app.Snapshot")
				.getMethod("take", String[].class)
				.invoke(null, (Object) arguments);
		}
		catch (InvocationTargetException ex) {
			throw new IllegalStateException(
					"The application failed " + (withStarter ? "with" : "without") + " the starter", ex.getCause());
		}
	}

	private static URL url(String entry) throws IOException {
		try {
			return new File(entry).toURI().toURL();
		}
		catch (MalformedURLException ex) {
			throw new IOException(entry, ex);
		}
	}

}
