package io.github.leaderelection.internal.hints;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.leaderelection.internal.settings.StoreKind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ElectionHints}: a native image has what the sources look for by name.
 */
class ElectionHintsTests {

	private static final List<String> MODULES = List.of("leader-election-core", "leader-election-algorithms",
			"leader-election-transport", "leader-election-autoconfigure", "leader-election-crash-detection",
			"leader-election-observer", "leader-election-fencing", "leader-election-forward",
			"leader-election-assignments", "leader-election-page", "leader-election-metadata",
			"leader-election-stores/etcd", "leader-election-stores/kubernetes", "leader-election-stores/redis",
			"leader-election-stores/zookeeper");

	/** A source that looks for classes names no other classes in its literals. */
	private static final Pattern LOOKS = Pattern
		.compile("\\b(isPresent|resolveClassName|Class(Utils)?\\.forName)\\((?!\\w+\\.class)\\s*[\"\\w]");

	private static final Pattern NAME = Pattern.compile("\"((?:[a-z][a-z0-9]*\\.){2,}[A-Z][A-Za-z]*)\"");

	private static final Pattern OTHER = Pattern.compile("@(AutoConfiguration|ConditionalOn\\w*)\\([^)]*\\)");

	@Test
	void everyClassThatIsLookedForIsKept() throws IOException {
		Set<String> named = new TreeSet<>();
		for (Path source : sources()) {
			String text = OTHER.matcher(Files.readString(source)).replaceAll("");
			if (LOOKS.matcher(text).find()) {
				NAME.matcher(text).results().forEach((found) -> named.add(found.group(1)));
			}
		}
		named.removeAll(StoreKind.neededClasses());
		Set<String> kept = new TreeSet<>(ElectionHints.LOOKED_FOR);
		kept.removeAll(StoreKind.neededClasses());
		assertThat(kept).isEqualTo(named);
	}

	private static List<Path> sources() throws IOException {
		List<Path> sources = new ArrayList<>();
		for (String module : MODULES) {
			try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main"))) {
				files.filter((path) -> path.toString().endsWith(".java")).forEach(sources::add);
			}
		}
		return sources;
	}

}
