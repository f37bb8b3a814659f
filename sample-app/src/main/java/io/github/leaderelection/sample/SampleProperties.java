package io.github.leaderelection.sample;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What can be set.
 *
 * @param jobs the jobs
 */
@ConfigurationProperties("sample")
record SampleProperties(Jobs jobs) {

	/**
	 * The jobs that have more to set than how often they run.
	 *
	 * @param closeBooks the one that takes its time
	 */
	record Jobs(CloseBooks closeBooks) {
	}

	/**
	 * The job that takes its time.
	 *
	 * @param takes how long
	 */
	record CloseBooks(Duration takes) {
	}

}
