package io.github.leaderelection.probe;

import java.nio.file.Path;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.metadata.LeaderMetadata;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/**
 * Puts the writer of metadata into the application that has the library for it.
 */
@AutoConfiguration
@ConditionalOnProperty(ProbeNames.WRITES_METADATA)
public final class MetadataProbeAutoConfiguration {

	@Bean(initMethod = "begin")
	MetadataWriter probeMetadata(LeaderElector elector, LeaderMetadata metadata,
			@Value("${" + ProbeNames.DIRECTORY + "}") Path directory) {
		return new MetadataWriter(elector, metadata, directory);
	}

}
