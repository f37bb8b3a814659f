package io.github.leaderelection.sample;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of the sample.
 *
 * @param jobs settings of the jobs
 */
@ConfigurationProperties("sample")
record SampleProperties(Jobs jobs) {

	/**
	 * Jobs with settings besides how often they run.
	 *
	 * @param closeBooks settings of the long job
	 */
	record Jobs(CloseBooks closeBooks) {
	}

	/**
	 * The long job.
	 *
	 * @param takes how long it runs
	 */
	record CloseBooks(Duration takes) {
	}

}
