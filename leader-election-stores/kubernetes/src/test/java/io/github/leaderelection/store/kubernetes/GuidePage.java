package io.github.leaderelection.store.kubernetes;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesList;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The YAML of a page of the guide.
 *
 * @param text the page
 */
record GuidePage(String text) {

	private static final Pattern BLOCK = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);

	static GuidePage of(String path) throws IOException {
		Path above = Path.of("").toAbsolutePath();
		while (above != null && !Files.isRegularFile(above.resolve(path))) {
			above = above.getParent();
		}
		assertThat(above).as("folder with %s", path).isNotNull();
		return new GuidePage(Files.readString(above.resolve(path)));
	}

	/** The first block with these words. */
	String block(String words) {
		return BLOCK.matcher(this.text)
			.results()
			.map((MatchResult found) -> found.group(1))
			.filter((block) -> block.contains(words))
			.findFirst()
			.orElseThrow();
	}

	List<HasMetadata> manifest(String words) {
		return read(block(words));
	}

	static List<HasMetadata> read(String yaml) {
		Object read = new KubernetesSerialization()
			.unmarshal(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
		return (read instanceof KubernetesList list) ? list.getItems()
				: ((List<?>) read).stream().map(HasMetadata.class::cast).toList();
	}

	static <T> T one(List<HasMetadata> all, Class<T> type) {
		List<T> found = all.stream().filter(type::isInstance).map(type::cast).toList();
		assertThat(found).as(type.getSimpleName()).hasSize(1);
		return found.get(0);
	}

}
